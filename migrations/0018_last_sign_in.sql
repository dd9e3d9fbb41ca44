-- Whose staff a person was at the last sign-in, and when: sessions are forgotten, people are not.
alter table staff_user
  add column last_client_id     text references client on delete set null,
  add column last_signed_in_at  timestamptz;

update staff_user
   set (last_client_id, last_signed_in_at) = (
     select client_id, started_at from staff_session where user_id = staff_user.id order by started_at desc limit 1);
