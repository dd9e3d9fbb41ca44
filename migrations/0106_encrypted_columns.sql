-- Encrypted texts begin with the control character U+0001, which no clear text begins with, and the ID of their key.
-- They are longer than the clear text.
alter table authorization_comment
  drop constraint authorization_comment_comment_text_check,
  add constraint authorization_comment_comment_text_check
    check (char_length(comment_text) between 1 and 4000 or starts_with(comment_text, E'\x01')) not valid;
alter table authorization_comment validate constraint authorization_comment_comment_text_check;

-- The keys that texts in the database may need: a portal without one of them does not become ready.
create table column_key (
  id             text primary key check (id ~ '^[0-9a-f]{16}$'),
  first_used_at  timestamptz not null
);
