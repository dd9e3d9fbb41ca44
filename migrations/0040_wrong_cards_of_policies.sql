-- The policy number that was typed for a card that is none, existing or not: a hash of the client and of the number as
-- it is compared. So guesses for one policy count together, in however many sessions they are made.
alter table wrong_card add column policy_hash bytea;

create index wrong_card_of_policy on wrong_card (policy_hash, asked_at);
