-- The browser that a session was started with, as it names itself, for the person's list of their own sessions.
alter table staff_session add column user_agent text check (length(user_agent) <= 500);
