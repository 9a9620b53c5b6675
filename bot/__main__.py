"""``python -m bot``: it listens to whoever ends it, and only then takes in all the rest."""

from bot.ending import Ending

if __name__ == "__main__":
    ending = Ending()
    ending.listen()
    from bot.main import end, main

    end(main(ending=ending))
