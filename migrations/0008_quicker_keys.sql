-- The same keys and words as before, in a third of the time: an import makes them for every row. Text that is all
-- ASCII, and a name of nothing but letters, digits, blanks and commas, takes a short way. In SQL and not strict,
-- for then PostgreSQL writes the short way out in the column instead of calling a function for every row.

-- Text as people compare it, whatever is in it.
create function accented_key(text) returns text
  language plpgsql immutable strict parallel safe
as $$
begin
  return lower(unaccent('unaccent'::regdictionary, $1) collate pg_c_utf8);
end $$;

create or replace function search_key(text) returns text
  language sql immutable parallel safe
  return case when octet_length($1) = length($1) then lower($1 collate "C") else accented_key($1) end;

-- The words of a name, whatever is in it.
create function punctuated_name_words(name text) returns tsvector
  language plpgsql immutable strict parallel safe
as $$
declare
  key text := translate(accented_key(left(name, 500)), '''’ʼ`', '');
begin
  if strpos(key, '.') > 0 then
    key := regexp_replace(key, '\m([[:alpha:]])\.(?=[[:alpha:]]\M)', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(
    string_to_array(regexp_replace(key, '[^[:alnum:]]+', ' ', 'g'), ' '), ''));
end $$;

-- Words without quotes, colons and backslashes are a tsvector as they stand.
create or replace function provider_name_words(name text) returns tsvector
  language sql immutable parallel safe
  return case when name !~ '[^A-Za-z0-9 ,]' and length(name) <= 500
              then replace(lower(name collate "C"), ',', ' ')::tsvector
              else punctuated_name_words(name) end;
