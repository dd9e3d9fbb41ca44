-- Finding providers by name and by place.

-- Kilometres along the great circle between two places (haversine, mean earth radius 6371.0088 km).
create function great_circle_km(
  latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision
) returns double precision
  language sql immutable strict parallel safe
  return 2 * 6371.0088 * asin(least(1, sqrt(
    sin(radians(latitude_b - latitude_a) / 2) ^ 2
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * sin(radians(longitude_b - longitude_a) / 2) ^ 2)));

-- The words of a name as people compare them: without case, accents and punctuation. "St. Mary's, M.D."
-- has st, marys and md. What stands for what (st for saint) is the search's to know. In plpgsql and without
-- the first expression where it has nothing to do: every imported row passes here.
create function provider_name_words(name text) returns tsvector
  language plpgsql immutable strict parallel safe
as $$
declare
  key text := translate(search_key(left(name, 500)), '''’ʼ`', '');
begin
  if strpos(key, '.') > 0 then
    key := regexp_replace(key, '\m([[:alpha:]])\.(?=[[:alpha:]]\M)', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(
    string_to_array(regexp_replace(key, '[^[:alnum:]]+', ' ', 'g'), ' '), ''));
end $$;

alter table provider
  add column name_words tsvector not null generated always as (provider_name_words(name)) stored;

-- Without the list of pending entries, which every search would have to read through.
create index provider_by_name on provider using gin (name_words) with (fastupdate = off);
