-- A wrong card goes with its session, which goes with its account. Whoever asks for a card holds the session; to refer to
-- the account as well, they would wait for whoever resets it, who waits for the session.
alter table wrong_card drop constraint wrong_card_account_id_fkey;
