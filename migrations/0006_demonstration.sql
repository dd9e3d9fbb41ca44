-- The demonstration data, if it was loaded: the day it is dated from, and each part once it is whole.
create table demonstration (
  is_only      boolean primary key default true check (is_only),
  dated        date not null,
  started_at   timestamptz not null,
  finished_at  timestamptz
);

create table demonstration_part (
  name       text primary key,
  loaded_at  timestamptz not null
);

grant select on demonstration, demonstration_part to portal_app;
