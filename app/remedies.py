"""What to do about a fault, in the words of the window.

Faults are written for whoever reads them first, mostly a person at the command line, and some are
kept in the files of a run. The window says the same by its own buttons and rooms. Sentences are
exchanged where they are shown, so a run of the command line is told rightly in the window too.
"""

from app.texts import mark, tr

_PHRASES = (
    ("Delete .venv/.setup-done and run ./run",
     mark("Close the studio, delete the file .venv/.setup-done in its folder and start it again")),
    ("Install Python 3.11 or newer, delete .venv, then run ./run.",
     mark("Install Python 3.11 or newer, delete the folder .venv, then start the studio again.")),
    ("Run ./run once more", mark("Close the studio and start it again")),
    ("delete .venv and run ./run", mark("close the studio, delete .venv and start it again")),
    ("Run `./run doctor`, mend what it names, then resume.",
     mark("Open the doctor in Settings, mend what it names, then resume.")),
    ("Run `./run doctor`, then export again.",
     mark("Open the doctor in Settings, then export again.")),
    ("Run `./run doctor` to see what is missing.",
     mark("The doctor in Settings shows what is missing.")),
    ("Run `./run doctor`", mark("Open the doctor in Settings")),
    ("run ./run doctor to see", mark("open the doctor in Settings to see")),
    ("then go on with the run: ./run runs list", mark("then resume the run")),
    ("./run runs resume ", mark("Resume it: ")),
    ("Look at `./run runs show`.", mark("Open it to see what became of its scenes.")),
    ("See `./run runs list`.", mark("Look for it in the library.")),
    ("Make one first: ./run profile add NAME --preset ... (see ./run profile add -h)",
     mark("Add one in Settings, under Models.")),
    ("Make one: ./run profile add NAME --preset ...", mark("Add one in Settings, under Models.")),
    ("Take another name, or add --replace.",
     mark("Take another name, or edit the profile that is there.")),
    ("another source: ./run profile add --replace.",
     mark("another source: Edit in Settings, under Models.")),
    ("Store it: ./run profile add --replace --key-keyring.",
     mark("Enter it in Settings: Models, Edit.")),
    ("Keep the key in an environment variable (--key-env NAME), or give it at each start "
     "(--key-session).",
     mark("Keep the key in an environment variable, or for this session only: Models, Edit in "
          "Settings.")),
    ("Give the profile its prices (./run profile add --replace), or use --budget-tokens.",
     mark("Give the profile its prices (Models, Edit in Settings), or set a limit in tokens.")),
    ("--budget-money: no price", mark("The budget in money cannot be kept: no price")),
    ("Resume with a larger --budget-tokens.",
     mark("Set a larger limit of tokens in Settings, under The loop, for the next run.")),
    ("Resume with a larger --budget-money.",
     mark("Set a larger limit of money in Settings, under The loop, for the next run.")),
    ("Add --profile NAME; there are", mark("Choose one of them; there are")),
    ("Name another --reviewer-profile.",
     mark("Choose another reviewer in Settings, under New animations.")),
    ("Add --reviewer-profile NAME.",
     mark("Choose a reviewer in Settings, under New animations.")),
    ("Add --memory-mode ro to read it, or name a bank.",
     mark("Set Memory to Read only, or use another bank.")),
    ("Name one with --memory or --bank, or mend the file.",
     mark("Set what you need in Settings: that writes the file anew. Or mend the file.")),
    ("Pick another model for reviewing: ./run profile add with --vision-model.",
     mark("Pick another model for reviewing: Models, Edit in Settings.")),
    ("./run profile test lists them.", mark("the test of the profile in Settings lists them.")),
    ("Run ./run profile test to see", mark("Test the profile in Settings to see")),
    ("Add one with ./run profile add, or run with the measured review.",
     mark("Add one in Settings (Models, Edit), or leave the vision model empty.")),
    ("List them: ./run memory snapshots", mark("Look at the snapshots in the Memory room.")),
    (" (--re-embed-into NEWBANK)", ""),
    ("reviewing (--vision-model)", mark("reviewing (Models, Edit in Settings)")),
    ("stall limit (--stall)", mark("limit for a first word (Models, Edit in Settings)")),
    ("total limit (--total)", mark("limit for a reply (Models, Edit in Settings)")),
    ("came on standard input.", mark("was given in this session.")),
    ("Type it at a terminal, or pass it in: ... < file-with-the-key. A key is never an argument of "
     "a command: other users could see it.",
     mark("Enter it in Settings: Models, Edit. It is kept until the studio is closed.")),
    ("(./run profile test asks for it)", mark("(enter it under Models, Edit)")),
)  # fmt: skip
"""Words of the command line and what the window says instead; longer ones before their parts."""


def in_window(words: str) -> str:
    """A fault or remedy as the window says it."""
    for commands, window in _PHRASES:
        for said in {commands, tr(commands)}:
            words = words.replace(said, tr(window))
    return words
