-- What rosters call states besides their names: ISO 3166-2 codes, names in the country's language, and the counties and
-- provinces that belong to a state. Apart from state_name, which addresses are read by: "Kent" there is a town.
create table state_alias (
  state_id  text not null references state,
  kind      text not null check (kind in ('code', 'name', 'part')),
  name      text not null
);

create index state_alias_of_state on state_alias (state_id);

grant select on state_alias to portal_app;
