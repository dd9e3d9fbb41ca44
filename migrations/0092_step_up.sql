-- The amounts above which an approval of a client demands a recent, strong sign-in, by currency. Null demands none; an
-- approval in a currency without an amount always demands it.

alter table client add column step_up_above jsonb;
