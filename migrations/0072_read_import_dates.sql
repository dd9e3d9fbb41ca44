-- The start page shows when an import last changed the directory.
grant select (id, finished_at, outcome, undone_at) on import_run to portal_app;
grant select (run_id, network_code) on import_run_network to portal_app;
