"""``python -m bot``: listens for signals first, and only then imports the rest."""

from bot import system
from bot.cli.signals import Signals

if __name__ == "__main__":
    signals = Signals()
    signals.listen()
    system.leave_no_core()
    system.raise_open_files()
    from bot.cli.main import end, main

    end(main(signals=signals))
