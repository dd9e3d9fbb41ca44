-- What every form for a verification of benefits is held against, of the few providers without one: kept as it is
-- compared, for it cost each preview as much as all of its other queries. Nothing is made of other providers.

-- A text as its words alone, without case, accents and punctuation, a blank before and after each.
create function words_alone(text) returns text
  language sql immutable parallel safe
  return ' ' || regexp_replace(search_key($1) collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g') || ' ';

-- The digits that telephone numbers end with: with and without the country's code they are the same.
create function number_alone(text) returns text
  language sql immutable parallel safe
  return right(regexp_replace($1, '[^0-9]', '', 'g'), 10);

alter table provider
  add column hidden_name text collate "C"
    generated always as (case when hide_vob then words_alone(name) end) stored,
  add column hidden_address text collate "C"
    generated always as (case when hide_vob then rtrim(words_alone(address_one)) end) stored,
  add column hidden_numbers text[] collate "C"
    generated always as (case when hide_vob
                              then array[regexp_replace(tin, '[^0-9]', '', 'g'),
                                         number_alone(phone), number_alone(fax)] end) stored;
