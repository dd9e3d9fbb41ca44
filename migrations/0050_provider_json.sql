-- The column is named for its contents: the contract's `provider` as JSON text, without `tin`, `distance`,
-- `network` and the closing brace. The roster import writes it, and the searches complete it.
alter table provider rename column answer to provider_json;

-- The history that "import undo" restores holds whole rows with their column names.
update provider_before
   set row = (row::jsonb - 'answer' || jsonb_build_object('provider_json', row -> 'answer'))::json
 where row -> 'answer' is not null;
