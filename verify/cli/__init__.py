"""The command line; nothing heavy is imported until a command needs it."""
