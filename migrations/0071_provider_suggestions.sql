-- The number of words of a name without those of the list `stopWords` in src/features/provider-search/synonyms.ts.
create function significant_words(words tsvector) returns integer
  language sql immutable parallel safe
  return length(ts_delete(words, array[
    'dr', 'doctor', 'prof', 'mr', 'mrs', 'ms', 'and', 'the', 'of',
    'inc', 'llc', 'llp', 'lp', 'pllc', 'pc', 'pa', 'ltd', 'co', 'corp', 'gmbh', 'ag', 'kg', 'sa', 'sas', 'srl', 'spa',
    'bv', 'nv', 'plc']));

-- The beginning of a phone number as people type it: without a country code of North America, and zeros before others.
create function phone_key(phone text) returns text
  language sql immutable parallel safe strict
  return ltrim(translate(phone, E' ()-./+\u00a0\u2010\u2011\u2013', ''), '01');

-- A name and a state are found together: reading every "Center" of the country takes longer the larger the directory is.
drop index provider_by_name;
create index provider_by_name on provider using gin (name_words, state_id, significant_words(name_words))
  with (fastupdate = off);

-- A common word matches too many providers of a state to sort them: these are read in their order until there are enough.
create index provider_by_preference on provider (state_id, preferred desc, name_key, hash);

create index provider_by_phone on provider (phone_key(phone) collate "C") where phone is not null;
create index provider_by_npi on provider (roster_id collate "C") where roster_id ~ '^[12][0-9]{9}$';

-- The version of the words of provider names, which each process of the portal keeps in memory.
create table name_word_version (
  version bigint not null,
  is_only boolean primary key default true check (is_only)
);
insert into name_word_version (version) values (1);
grant select on name_word_version to portal_app;

create function count_name_word_change() returns trigger
  language plpgsql
as $function$
begin
  if tg_op = 'TRUNCATE' then
    update name_word_version set version = version + 1;
  elsif exists (select from changed) then
    update name_word_version set version = version + 1;
  end if;
  return null;
end $function$;

create trigger name_words_added after insert on name_word referencing new table as changed
  for each statement execute function count_name_word_change();
create trigger name_words_removed after delete on name_word referencing old table as changed
  for each statement execute function count_name_word_change();
create trigger name_words_truncated after truncate on name_word
  for each statement execute function count_name_word_change();
