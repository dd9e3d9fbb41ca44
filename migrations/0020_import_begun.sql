-- A run of an import may be written down when it begins: one without an end is running, or was cut off.
alter table import_run
  alter column finished_at drop not null,
  alter column outcome drop not null,
  alter column rows_read set default 0,
  alter column rows_added set default 0,
  alter column rows_changed set default 0,
  alter column rows_removed set default 0,
  alter column rows_rejected set default 0,
  add check ((finished_at is null) = (outcome is null));
