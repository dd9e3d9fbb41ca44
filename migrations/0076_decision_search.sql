-- The text in which searches find a decision: the bill as it was decided, and who decided. Null for old decisions that
-- do not have these values. Stored, because computing it for each of 100,000 decisions took most of a search.
alter table authorization_decision
  add column search_text text collate "C" generated always as (
    case when patient_name is not null then
      search_key(itn || ' ' || coalesce(incident_number, '') || ' ' || coalesce(policy_number, '') || ' ' ||
                 patient_name || ' ' || coalesce(provider_name, '') || ' ' || decided_by_name)
    end) stored;
alter table undone_decision
  add column search_text text collate "C" generated always as (
    case when patient_name is not null then
      search_key(itn || ' ' || coalesce(incident_number, '') || ' ' || coalesce(policy_number, '') || ' ' ||
                 patient_name || ' ' || coalesce(provider_name, '') || ' ' || decided_by_name)
    end) stored;
