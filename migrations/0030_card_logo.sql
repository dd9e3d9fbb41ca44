-- The logo on the ID cards of a client's members; what else is on them stands in `member_area`, under "card".
alter table client
  add column card_logo       bytea,
  add column card_logo_type  text check (card_logo_type in ('image/png', 'image/jpeg')),
  add check ((card_logo is null) = (card_logo_type is null));
