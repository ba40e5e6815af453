"""The subcommands of `bofa`, one file each, and what they share."""
