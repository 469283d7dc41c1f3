"""How the window looks: colours, sizes, fonts and icons, all of them data in `resources/`."""
