-- Refused requests whose senders were not authenticated, counted by minute. Once a minute is over, its rows move into
-- the audit trail, one entry each, so that a flood of requests is no flood of entries.
create table refused_request (
  minute_started_at  timestamptz not null,
  reason             text not null,
  -- Its method and path, with names in place of values; beyond the limit of a minute, only which kind of endpoint.
  endpoint           text not null,
  -- The person, member account or program, if known from a cookie or token, and otherwise "visitor".
  actor              text not null,
  -- An IPv6 address without its last 64 bits; empty beyond the limit of a minute.
  address            text not null,
  requests           bigint not null check (requests > 0),
  first_at           timestamptz not null,
  last_at            timestamptz not null,
  -- One of the requests, in the log.
  reference          text not null,
  primary key (minute_started_at, reason, endpoint, actor, address)
);
grant select, insert, update (requests, first_at, last_at), delete on refused_request to portal_app;
