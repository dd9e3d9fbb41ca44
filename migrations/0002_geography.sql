-- Where things are: countries, their states, their cities, the ZIPs of the United States, and every
-- name they go by. The rows are GeoNames' and the Census Bureau's, loaded from data/geography.

-- The name of a place as people compare it: without case, accents, spaces and punctuation, and with
-- the usual abbreviations written out. "St. Louis", "ST LOUIS" and "Saint-Louis" have one key.
-- In PL/pgSQL because that is five times as fast: SQL cannot inline unaccent, which is only stable.
create function place_key(text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  return translate(
    replace(replace(replace(replace(
    replace(replace(replace(replace(
    replace(replace(replace(replace(
    replace(
      ' ' || translate(lower(unaccent('unaccent'::regdictionary, $1)), '.-/,', '    ') || ' ',
      ' st ', ' saint '), ' sankt ', ' saint '), ' sint ', ' saint '), ' ste ', ' sainte '),
      ' ft ', ' fort '), ' mt ', ' mount '), ' spgs ', ' springs '), ' hts ', ' heights '),
      ' bch ', ' beach '), ' n ', ' north '), ' s ', ' south '), ' e ', ' east '), ' w ', ' west '),
    ' ''`"&():;#*', '');
end $$;

-- What is loaded, by the hash of its files, so that a start loads only what has changed.
create table loaded_dataset (
  name       text primary key,
  hash       text not null,
  loaded_at  timestamptz not null
);

create table country (
  id          text primary key check (id ~ '^[A-Z]{2}$'),
  name        text not null,
  has_states  boolean not null
);

-- `id` is the postal code in the United States, `{country}-{admin1}` elsewhere.
-- `list_order` is the place in the fixed domestic list, null where the list does not have it.
create table state (
  id               text primary key,
  country_id       text not null references country,
  name             text not null,
  abbreviation     text,
  show_disclaimer  boolean not null default false,
  list_order       integer
);

create index state_of_country on state (country_id);

-- `id` is GeoNames' number, or `{state}-{key}` for a city that only the ZIPs know.
create table city (
  id          text collate "C" primary key,
  name        text not null,
  key         text collate "C" not null generated always as (place_key(name)) stored,
  country_id  text not null,
  state_id    text collate "C",
  population  integer not null,
  latitude    double precision not null,
  longitude   double precision not null
);

create index city_key on city (key);

create table postal_code (
  id          text primary key check (id ~ '^[0-9]{5}$'),
  city        text not null,
  county      text,
  country_id  text not null,
  state_id    text collate "C",
  latitude    double precision not null,
  longitude   double precision not null
);

-- Other names, in other languages or for short.
create table country_name (
  country_id  text not null references country,
  name        text not null,
  key         text collate "C" not null generated always as (place_key(name)) stored
);

create index country_name_key on country_name (key);

create table state_name (
  state_id  text not null references state,
  name      text not null,
  key       text collate "C" not null generated always as (place_key(name)) stored
);

create index state_name_key on state_name (key);

create table city_name (
  city_id  text collate "C" not null,
  name     text not null,
  key      text collate "C" not null generated always as (place_key(name)) stored
);

create index city_name_key on city_name (key);

-- Every city under every key it goes by.
create view city_by_key with (security_invoker) as
  select key, id as city_id, name, country_id, state_id, population, latitude, longitude
    from city
   union all
  select city_name.key, city.id, city.name, country_id, state_id, population, latitude, longitude
    from city_name
    join city on city.id = city_name.city_id;

-- Everything that words of an address can mean: countries, states and cities by any of their names (of
-- the cities of one name in one state the largest), and the ZIPs. In PL/pgSQL for its cached plan.
create function place_meanings(phrases text[], zips text[])
  returns table (kind text, phrase text, country_id text, state_id text, name text, population integer,
                 latitude double precision, longitude double precision, label text)
  language plpgsql stable parallel safe as $$
#variable_conflict use_column
begin
  return query
    with given as materialized (
      select words, place_key(words) as key from unnest(phrases) as words
    )
    select 'country', words, country.id, null, country.name, 0, 0::float8, 0::float8, ''
      from given join country_name using (key) join country on country.id = country_id
     union all
    select 'state', words, country_id, state.id, state.name, 0, 0, 0, ''
      from given join state_name using (key) join state on state.id = state_id
     union all
    select 'city', words, c.country_id, c.state_id, c.name, c.population, c.latitude, c.longitude,
           c.name || ', ' || case when c.country_id = 'US' then c.state_id else country.name end
      from given
     cross join lateral (select distinct on (country_id, state_id) *
                           from city_by_key
                          where key = given.key
                          order by country_id, state_id, population desc, city_id) c
      join country on country.id = c.country_id
     union all
    select 'zip', p.id, p.country_id, p.state_id, p.city, 0, p.latitude, p.longitude,
           p.city || ', ' || coalesce(p.state_id, p.country_id) || ' ' || p.id
      from postal_code p
     where p.id = any(zips);
end $$;

-- The point of a place as a roster writes it: by its ZIP (or ZIP+4), else by city and state, else by
-- city and country, where the largest city of the name counts. A city that its state of the United
-- States does not have is no other state's city. No row when nothing is known.
create function place_point(zip text, city text, state_id text, country_id text)
  returns table (latitude double precision, longitude double precision, "precision" text)
  language sql stable parallel safe
begin atomic
  select found.latitude, found.longitude, found."precision"
    from (
      (select 1, p.latitude, p.longitude, 'zip'
         from postal_code p
        where p.id = left($1, 5)
          and coalesce($4, 'US') in ('US', p.country_id))
      union all
      (select 2, c.latitude, c.longitude, 'city'
         from city_by_key c
        where c.key = place_key($2)
          and c.state_id = $3
        order by c.population desc, c.city_id
        limit 1)
      union all
      (select 3, c.latitude, c.longitude, 'city'
         from city_by_key c
        where c.key = place_key($2)
          and c.country_id = $4
          and ($3 is null or $4 <> 'US')
        order by c.population desc, c.city_id
        limit 1)
    ) as found (preference, latitude, longitude, "precision")
   order by found.preference
   limit 1;
end;

grant select on country, state, city, postal_code, country_name, state_name, city_name, city_by_key,
  loaded_dataset to portal_app;
