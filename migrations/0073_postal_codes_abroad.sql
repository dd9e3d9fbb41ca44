-- Postal codes of other countries, as GeoNames has them; in some countries only their first part. The key is the code
-- without spaces and hyphens; `code` is how it is written, if differently. `radius_km` says how far the places of a code
-- may be from its point.
create table postal_code_abroad (
  country_id text not null,
  key        text collate "C" not null,
  code       text,
  place      text not null,
  state_id   text,
  latitude   double precision not null,
  longitude  double precision not null,
  radius_km  integer not null check (radius_km > 0),
  primary key (country_id, key)
);

grant select on postal_code_abroad to portal_app;
