-- The endings of names with typing errors are read from the index alone. Thousands of words have the same ending.
drop index patient_name_by_ending;
create index patient_name_by_ending on patient_name (client_code, is_last, reversed) include (word, name);
