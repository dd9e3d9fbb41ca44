-- The column is named for its contents: the contract's `provider` as JSON text, without `tin`, `distance`,
-- `network` and the closing brace. The roster import writes it, and the searches complete it.
alter table provider rename column answer to provider_json;
