-- The provider directory: networks, the search definitions that offer them, and the providers.

create table network (
  code           text primary key check (code ~ '^[A-Za-z][A-Za-z0-9]{0,39}$'),
  label          text not null,
  family         text not null check (family in ('domestic', 'core', 'global', 'lds')),
  shows_tax_id   boolean not null default false,
  offers_email   boolean not null default false
);

create table search_definition (
  key             text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  code            text not null unique check (code ~ '^[A-Za-z][A-Za-z0-9]{0,39}$'),
  name            text not null,
  title           text not null,
  access          text not null check (access in ('public', 'restricted-ip', 'signed-in')),
  unit            text not null check (unit in ('mi', 'km')),
  is_vob          boolean not null default false,
  feedback        boolean not null default false,
  invalid_search  text,
  no_results      text
);

create table search_definition_network (
  definition_key  text not null references search_definition on update cascade on delete cascade,
  network_code    text not null references network on update cascade,
  position        integer not null,
  primary key (definition_key, network_code)
);

create table provider_type (
  id           text primary key check (length(id) = 10),
  description  text not null,
  type         smallint not null check (type in (1, 2))  -- 1 facility type, 2 specialty
);

-- One row per provider, place and network, in a table of its own for each network: an import builds
-- the new table beside the old one and swaps them in one transaction.
-- `hash` is the opaque, stable key of network and roster id.
-- `location` is the Mercator point in degrees: planar order there is nearly great-circle order, and an
-- index knows it. `answer` is the row as the search answers it (the contract's `provider`), JSON text
-- that still lacks `distance`, `network` and its closing brace: `{"hash":"…", … ,"vobMessage":null`.
-- What is only compared has the collation "C": quick to sort, and equality is all that is asked of it.
create table provider (
  network_code      text not null references network,
  hash              text collate "C" not null,
  roster_id         text collate "C" not null,
  name              text not null,
  tin               text,
  tin_digits        text collate "C" generated always as (nullif(regexp_replace(tin, '\D', '', 'g'), '')) stored,
  address_one       text,
  address_two       text,
  city              text,
  state_id          text,
  zipcode           text collate "C",
  country_id        text not null,
  phone             text,
  fax               text,
  contact           text,
  provider_type_id  text not null,
  specialty         text,
  latitude          double precision not null check (latitude between -90 and 90),
  longitude         double precision not null check (longitude between -180 and 180),
  located_by        text not null check (located_by in ('roster', 'zip', 'city')),
  preferred         boolean not null default false,
  hide_vob          boolean not null default false,
  vob_message       text,
  city_key          text collate "C" generated always as (search_key(city)) stored,
  name_key          text collate "C" generated always as (search_key(name)) stored,
  location          point generated always as (point(
                      longitude,
                      degrees(ln(tan(pi() / 4 + radians(greatest(-89.9, least(89.9, latitude))) / 2)))
                    )) stored,
  answer            text not null,
  primary key (hash, network_code)
) partition by list (network_code);

create index provider_by_type_and_place on provider using gist (provider_type_id, location);
create index provider_by_place on provider using gist (location);
create index provider_by_tin on provider (tin_digits) where tin_digits is not null;
create index provider_by_city on provider (city_key, state_id, country_id, provider_type_id);
create index provider_by_state on provider (state_id, provider_type_id, country_id);
create index provider_by_zipcode on provider (zipcode, provider_type_id);

-- Every word of every provider's name: what a mistyped word is compared with.
create table name_word (
  word  text primary key
);

-- What each network has providers for, kept by the imports: the look-ups offer nothing else.
create table network_city (
  network_code  text not null references network on delete cascade,
  country_id    text not null,
  state_id      text not null default '',
  city          text not null,
  city_id       text not null,
  latitude      double precision not null,
  longitude     double precision not null,
  primary key (network_code, country_id, state_id, city)
);

create table network_provider_type (
  network_code      text not null references network on delete cascade,
  country_id        text not null,
  state_id          text not null default '',
  provider_type_id  text not null,
  primary key (network_code, country_id, state_id, provider_type_id)
);

create table import_run (
  id           bigint generated always as identity primary key,
  kind         text not null,
  source       text not null,
  started_at   timestamptz not null,
  finished_at  timestamptz not null,
  rows_read    integer not null,
  rows_added   integer not null,
  rows_changed integer not null,
  rows_removed integer not null,
  rows_rejected integer not null,
  outcome      text not null check (outcome in ('done', 'refused', 'nothing to do'))
);

-- Administrators' HTML by key, sanitised before it is stored; the newest version shows.
create table content (
  key        text not null,
  version    integer not null,
  html       text not null,
  stored_at  timestamptz not null,
  primary key (key, version)
);

grant select on network, search_definition, search_definition_network, provider_type, provider,
  name_word, network_city, network_provider_type, content to portal_app;
