-- The number of words of a name without stop words, under a name that says so.
alter function significant_words(tsvector) rename to count_name_words;

-- The words of names that at least so many providers of a network have, by PostgreSQL's statistics. The portal may not read
-- the tables of single networks, so it does not see their statistics either.
create function common_name_words(fewest integer) returns text[]
  language sql stable security definer
  set search_path from current
  return array(
    select word
      from pg_inherits
      join pg_class on pg_class.oid = inhrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_stats on schemaname = nspname and tablename = relname and attname = 'name_words'
     cross join unnest(most_common_elems::text::text[], most_common_elem_freqs) as each (word, share)
     where inhparent = 'provider'::regclass and word is not null and share * reltuples >= fewest);
revoke execute on function common_name_words(integer) from public;
grant execute on function common_name_words(integer) to portal_app;
