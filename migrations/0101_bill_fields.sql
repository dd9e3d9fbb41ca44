-- The fields of a pending bill that the queue shows and only the bill itself decides, as a JSON object. The database writes
-- them once per change instead of once per reading. A bill that is not pending has no copy.

-- Neither the settings of a session nor its time zone change the texts: a day becomes a timestamp without a time zone, and
-- the patterns have no names of months. PostgreSQL would parse an SQL function again for each statement that changes a
-- bill, to see whether it can be inlined; this one is parsed once per connection.
create function bill_fields(
  itn text, round integer, client_code text, hmo text, policy_number text, incident_number text, comments integer,
  patient_name text, provider_name text, service_from date, service_to date, total_charge numeric, currency text,
  received_at timestamptz, due_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return (
    select row_to_json(fields)::text
      from (select itn              as "itnNumber",
                   round,
                   client_code      as client,
                   hmo,
                   policy_number    as policy,
                   incident_number  as "incidentNumber",
                   comments,
                   patient_name     as "patientName",
                   provider_name    as "providerName",
                   to_char(service_from::timestamp, 'FMMM/FMDD/YYYY') || case when service_to <> service_from then
                     '-' || to_char(service_to::timestamp, 'FMMM/FMDD/YYYY') else '' end as "datesOfService",
                   service_from     as "serviceFrom",
                   service_to       as "serviceTo",
                   total_charge     as "totalCharge",
                   total_charge::text as "totalChargeAmount",
                   currency,
                   to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt",
                   to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt") as fields);
end $$;

alter table authorization_request add column pending_fields text generated always as (
  case when is_pending then bill_fields(
    itn, round, client_code, hmo, policy_number, incident_number, comments, patient_name, provider_name,
    service_from, service_to, total_charge, currency, received_at, due_at
  ) end) stored;
