-- When what is known of a waiting bill was changed without being received again: that opens a round, too.
alter table authorization_request add changed_at timestamptz;
