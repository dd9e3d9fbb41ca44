-- How long decisions may take, and how long they can be undone.

-- How long a decision may take: {"hours" or "workingDays", "timeZone", "holidays"}. The rule of a code comes before the
-- one of its client. The server computes `due_at` from it once and whenever it changes.
alter table client add column due_rule jsonb check (jsonb_typeof(due_rule) = 'object');
alter table client_code add column due_rule jsonb check (jsonb_typeof(due_rule) = 'object');

alter table authorization_request add column due_at timestamptz;

-- With 0, a decision leaves for the back office at once.
alter table client add column undo_seconds integer not null default 30 check (undo_seconds between 0 and 600);
