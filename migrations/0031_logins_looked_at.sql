-- Nobody is refused for a time any more: after the longest wait every login that found a place to wait is looked at.
alter table login_throttle drop column free_at;
