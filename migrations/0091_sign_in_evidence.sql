-- How a person signed in, as the identity provider's ID token says: the authentication contexts (acr), the methods (amr)
-- and the time (auth_time). A sign-in for a step-up has to prove more, so it is marked before the person leaves.

alter table staff_session add column acr text[] not null default '{}';
alter table staff_session add column amr text[] not null default '{}';
alter table staff_session add column authenticated_at timestamptz;
alter table sign_in_attempt add column is_step_up boolean not null default false;
