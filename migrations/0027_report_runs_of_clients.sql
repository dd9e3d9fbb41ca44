-- Who reads runs sees those of clients whose codes they all see; who makes them, or counts them, says so and sees all.
alter table report_run enable row level security;
create policy of_clients on report_run
 using (client_codes <@ (select string_to_array(current_setting('portal.client_codes', true), ','))::text[]);
create policy of_makers on report_run using (current_setting('portal.makes_reports', true) = 'yes');
