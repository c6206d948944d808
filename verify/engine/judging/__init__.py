"""Judges of the second language: one module for each way to judge, from laws at a scene to evidence."""
