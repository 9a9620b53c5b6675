"""``python -m bot``: it listens to whoever ends it, and only then takes in all the rest."""

from bot.cli.signals import Signals

if __name__ == "__main__":
    ending = Signals()
    ending.listen()
    from bot.cli.main import end, main

    end(main(ending=ending))
