"""Everything public as files: CSV and Parquet, made once a day, withdrawn where a name is hidden."""
