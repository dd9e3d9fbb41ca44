-- The home page sums six months of a client's bills and counts the authorizations that were pending on past days. Both
-- read only the rows of the client and the period, from the index alone where possible.

drop index bill_by_day;
create index bill_by_day on bill (client_code, processed_on)
  include (incident_number, currency, total_charges, repriced_amount);

create index authorization_decision_by_time on authorization_decision (client_code, decided_at) include (itn, round);
