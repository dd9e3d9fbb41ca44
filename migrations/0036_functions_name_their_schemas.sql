-- pg_restore, and since PostgreSQL 17 maintenance such as REINDEX, works with an empty search path: a function that a
-- generated column calls must find its names there. Functions in SQL with `return` or `begin atomic` keep what their
-- names meant when they were created; those in PL/pgSQL look them up at each call. The keys name the schemas of what they
-- call, because `set search_path` costs more than the key itself; the geocoder's look-up, called once an address, has it.
do $do$
declare
  here      text := current_schema();
  -- An administrator may have created the extension in a schema of its own.
  unaccent  text := (select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
                      where extname = 'unaccent');
begin
  execute format($create$
    create or replace function accented_key(text) returns text
      language plpgsql immutable strict parallel safe
    as $body$
    begin
      return lower(%1$I.unaccent(%2$L::regdictionary, $1) collate pg_c_utf8);
    end $body$
  $create$, unaccent, format('%I.unaccent', unaccent));

  execute format($create$
    create or replace function place_key(text) returns text
      language plpgsql immutable strict parallel safe
    as $body$
    begin
      return translate(
        replace(replace(replace(replace(
        replace(replace(replace(replace(
        replace(replace(replace(replace(
        replace(
          ' ' || translate(lower(%1$I.unaccent(%2$L::regdictionary, $1)), '.-/,', '    ') || ' ',
          ' st ', ' saint '), ' sankt ', ' saint '), ' sint ', ' saint '), ' ste ', ' sainte '),
          ' ft ', ' fort '), ' mt ', ' mount '), ' spgs ', ' springs '), ' hts ', ' heights '),
          ' bch ', ' beach '), ' n ', ' north '), ' s ', ' south '), ' e ', ' east '), ' w ', ' west '),
        ' ''`"&():;#*', '');
    end $body$
  $create$, unaccent, format('%I.unaccent', unaccent));

  execute format($create$
    create or replace function punctuated_name_words(name text) returns tsvector
      language plpgsql immutable strict parallel safe
    as $body$
    declare
      key text := translate(%I.accented_key(left(name, 500)), '''’ʼ`', '');
    begin
      if strpos(key, '.') > 0 then
        key := regexp_replace(key, '\m([[:alpha:]])\.(?=[[:alpha:]]\M)', '\1', 'g');
      end if;
      return array_to_tsvector(array_remove(
        string_to_array(regexp_replace(key, '[^[:alnum:]]+', ' ', 'g'), ' '), ''));
    end $body$
  $create$, here);

  execute format('alter function place_meanings(text[], text[]) set search_path = %I, pg_temp', here);
end $do$;
