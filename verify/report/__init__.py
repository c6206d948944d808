"""The report of a verification: one offline HTML file and its JSON twin, made from records and nothing else."""
