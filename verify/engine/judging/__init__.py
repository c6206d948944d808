"""Judges: one module for each way to judge, from laws at a scene to evidence."""
