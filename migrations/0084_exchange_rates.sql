-- Rates that the operator imports, so that reports can have one total in a client's base currency: one unit of
-- `currency` is `rate` units of `base_currency` on that day.

create table exchange_rate (
  base_currency  text not null check (base_currency ~ '^[A-Z]{3}$'),
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  rate_date      date not null,
  rate           numeric not null check (rate > 0),
  -- Who published the rate, such as "European Central Bank"; reports show it.
  source         text not null,
  primary key (base_currency, currency, rate_date),
  check (currency <> base_currency)
);

grant select on exchange_rate to portal_app;

alter table client add base_currency text check (base_currency ~ '^[A-Z]{3}$');
