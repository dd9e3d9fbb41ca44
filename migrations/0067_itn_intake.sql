-- Bills that the back office sends through the API, each with its PDF.

alter table service_token drop constraint service_token_may_check;
alter table service_token add check (may in ('decisions', 'itns'));

-- What was received, and what the response said; the same content gets the same response again. The file is in the
-- document store.
create table authorization_intake (
  itn           text not null references authorization_request,
  content_hash  bytea not null,
  client_code   text not null,
  round         integer not null,
  outcome       text not null check (outcome in ('added', 'resubmitted', 'known')),
  sha256        text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pages         integer not null check (pages > 0),
  service       text not null,
  created_at    timestamptz not null,
  primary key (itn, content_hash),
  unique (itn, round)
);

alter table authorization_intake enable row level security;
alter table authorization_intake force row level security;
create policy of_clients on authorization_intake
  using (client_code = any((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on authorization_intake to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

grant select, insert on authorization_intake to portal_app;
grant insert on authorization_request to portal_app;
grant update (client_code, hmo, policy_number, incident_number, patient_name, provider_name, service_from, service_to,
              currency, total_charge, received_at, round, changed_at, due_at) on authorization_request to portal_app;

-- Whether an ITN or an incident is in use by another client, which row-level security hides: the name of the error. Only
-- the owner, as whom the function runs, can see every client.
do $do$
declare
  here name := current_schema();
begin
  execute format($create$
    create function find_other_client(of_itn text, of_incident text, of_client text) returns text
      language plpgsql security definer set search_path = %I, pg_temp
    as $body$
    declare
      fault text;
    begin
      perform set_config('portal.every_client', 'yes', true);
      fault := case
        when exists (select from authorization_request where itn = of_itn and client_code <> of_client)
          or exists (select from bill where itn = of_itn and client_code <> of_client)
          then 'of another client'
        when exists (select from incident where incident_number = of_incident and client_code <> of_client)
          then 'incident of another client'
      end;
      perform set_config('portal.every_client', '', true);
      return fault;
    end $body$
  $create$, here);
end $do$;
revoke execute on function find_other_client(text, text, text) from public;
grant execute on function find_other_client(text, text, text) to portal_app;
