-- The version of the queue changes with each comment, so the last comment of a client code is read at each poll.
create index authorization_comment_by_time on authorization_comment (client_code, written_at);
