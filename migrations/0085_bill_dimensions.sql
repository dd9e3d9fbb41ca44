-- What the back office knows about a bill beyond its amounts. Reports break savings down by these columns; null means
-- that the back office does not say.

alter table bill
  add received_on    date,
  -- The network whose rates applied; 'none' if the provider belongs to no network.
  add network        text,
  add provider_type  text,
  add provider_place text,
  add member_group   text,
  add check (received_on <= processed_on);
