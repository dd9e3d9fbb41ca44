-- The ID cards that were asked for and are none. They count for the session, for its account from one place, and for
-- its account from everywhere: so a new login begins no new count. Kept a quarter of an hour.
create table wrong_card (
  session_id  uuid not null references member_session on delete cascade,
  account_id  uuid not null references member_account on delete cascade,
  -- The address, or of IPv6 its network of 64 bits.
  place       text not null,
  asked_at    timestamptz not null
);

create index wrong_card_of_account on wrong_card (account_id, asked_at);
create index wrong_card_of_session on wrong_card (session_id);
create index wrong_card_asked_at on wrong_card (asked_at);

grant select, insert, delete on wrong_card to portal_app;

alter table member_session drop column wrong_cards;
