import { createHash } from 'node:crypto'
import { z } from 'zod'
import { audit } from './audit.ts'
import { sealedContent } from './audit-chain-queries.ts'
import { type Database, execute, queryRow, queryRows, type Sql, sql } from './database.ts'
import { toSqlJson } from './sql-values.ts'

/** The fields of entries that have what people typed. */
const typedFields = ['searchTerm', 'search', 'criteria', 'reason', 'patient', 'case'] as const

/** What replaces erased text. */
const erasedText = '(erased)'

/** What entries must no longer name. */
type Redaction = {
  /** Identifies the redactions of one erasure; an audit entry with this subject has their hash. */
  batch: string
  /**
   * The keys of each person, such as incidents and the IDs of accounts, and what replaces each, so that entries about the
   * same person are still found together.
   */
  pseudonyms: ReadonlyMap<string, string>
  /** Limits the entries, if keys can have another meaning elsewhere. */
  only?: Sql
  /** Whether a key that is a value of entry `e` means the person there, if it can have another meaning. */
  meantCondition?: (value: Sql) => Sql
  /** Whole words in typed text, such as the last name. */
  words: readonly string[]
  /** Numbers in typed text, without spaces and punctuation. */
  numbers: readonly string[]
}

const shortestPrefix = 4

/** Whether a text of an entry has words or numbers of the person, or begins a name. */
const namesPerson = (value: Sql, { words, numbers }: Redaction) => sql`
  (exists (select from unnest(${words}::text[]) as word
            where strpos(words_alone(${value}), words_alone(word)) > 0
               or length(${value}) >= ${shortestPrefix}
                  and starts_with(words_alone(word), rtrim(words_alone(${value}))))
    or exists (select from unnest(${numbers}::text[]) as number
                where strpos(number_key(${value}), number) > 0))`

/** Whether a value of entry `e` is a key of a person. */
const keyCondition = (value: Sql, { pseudonyms, meantCondition }: Redaction) =>
  sql`(${value} = any(${[...pseudonyms.keys()]}) and ${meantCondition?.(value) ?? sql`true`})`

/** Whether entry `e` is about a person, or was shown a person. */
const aboutPersonCondition = (redaction: Redaction) => sql`
  (${keyCondition(sql`e.actor`, redaction)} or ${keyCondition(sql`e.subject`, redaction)}
    or coalesce(e.shown && ${[...redaction.pseudonyms.keys()]}::text[], false)
       and exists (select from unnest(e.shown) as shown_row where ${keyCondition(sql`shown_row`, redaction)}))`

const changedEntry = z.object({ id: z.number() })

/**
 * Erases people from the trail in one pass: keys become pseudonyms; what was typed is erased in entries about a person, and
 * elsewhere if it names a person. Returns how many entries changed. Call it in a transaction that allows erasure.
 */
export async function redactPeople(db: Database, redaction: Redaction): Promise<number> {
  const pseudonym = (value: Sql) =>
    sql`(${toSqlJson(Object.fromEntries(redaction.pseudonyms))}::jsonb ->> ${value})`
  const replaced = (value: Sql) =>
    sql`case when ${keyCondition(value, redaction)} then ${pseudonym(value)} else ${value} end`
  const text = sql`(field.value #>> '{}')`
  await lockChain(db)
  const changed = await queryRows(
    db,
    changedEntry,
    sql`
    with found as (
      select e.id,
             jsonb_object_agg(field.key,
               case when jsonb_typeof(field.value) <> 'string' then field.value
                    when ${keyCondition(text, redaction)} then to_jsonb(${pseudonym(text)})
                    when field.key = any(${typedFields}) and (${aboutPersonCondition(redaction)} or ${namesPerson(text, redaction)})
                    then to_jsonb(${erasedText}::text)
                    else field.value end) filter (where field.key is not null) as detail
        from audit_event e
        left join lateral jsonb_each(e.detail) as field on true
       where ${redaction.only ?? sql`true`}
         and (${aboutPersonCondition(redaction)}
           or exists (select from jsonb_each_text(e.detail) as field
                       where ${keyCondition(sql`field.value`, redaction)}
                          or field.key = any(${typedFields}) and ${namesPerson(sql`field.value`, redaction)}))
       group by e.id
    )
    update audit_event e
       set actor = ${replaced(sql`e.actor`)}, subject = ${replaced(sql`e.subject`)},
           address = case when ${keyCondition(sql`e.actor`, redaction)} then null else e.address end,
           shown = case when e.shown is not null then array(
             select distinct ${replaced(sql`shown_row`)} from unnest(e.shown) as shown_row) end,
           detail = coalesce(found.detail, '{}')
      from found
     where e.id = found.id
    returning e.id`,
  )
  return recordRedactions(db, redaction.batch, changed)
}

/**
 * Erases what people typed in entries that match a condition on `e`, at most `limit` of them, and returns how many.
 * Call it in a transaction that allows erasure.
 */
export async function redactTypedText(
  db: Database,
  { batch, where, limit }: { batch: string; where: Sql; limit: number },
): Promise<number> {
  await lockChain(db)
  const changed = await queryRows(
    db,
    changedEntry,
    sql`
    update audit_event e
       set detail = (select jsonb_object_agg(key, case when key = any(${typedFields}) then to_jsonb(${erasedText}::text)
                                                       else value end)
                       from jsonb_each(e.detail))
     where e.id in (select e.id from audit_event e where ${where} and ${hasTypedText} order by e.id limit ${limit})
    returning e.id`,
  )
  return recordRedactions(db, batch, changed)
}

/** Whether entry `e` still has something that a person typed. */
export const hasTypedText = sql`
  (e.detail ?| ${[...typedFields]}::text[]
    and exists (select from jsonb_each_text(e.detail)
                 where key = any(${[...typedFields]}) and value not in ('', ${erasedText})))`

/** No entry is sealed while its text changes. */
const lockChain = (db: Database) => execute(db, sql`select pg_advisory_xact_lock(hashtext('audit seal'))`)

const remaining = z.object({ id: z.number(), content: z.string() })

/** Stores the hash of what is left of each entry, and an entry of the trail with the hash of them all. */
async function recordRedactions(db: Database, batch: string, changed: { id: number }[]): Promise<number> {
  if (changed.length === 0) return 0
  const entries = await queryRows(
    db,
    remaining,
    sql`
    select e.id, ${sealedContent} from audit_event e
     where e.id = any(${changed.map(({ id }) => id)}::bigint[])
     order by e.id`,
  )
  const hashes = entries.map(({ content }) => createHash('sha256').update(content).digest())
  await execute(
    db,
    sql`
    insert into audit_redaction (event_id, batch, content_hash)
    select event_id, ${batch}, content_hash
      from unnest(${entries.map(({ id }) => id)}::bigint[], ${hashes}::bytea[]) as each (event_id, content_hash)`,
  )
  const ids = sql`${entries.map(({ id }) => id)}::bigint[]`
  await execute(db, sql`update audit_seal set salt = null where event_id = any(${ids}) and salt is not null`)
  const row = await queryRow(db, z.object({ hash: z.string() }), batchHashQuery(batch))
  await audit(db, {
    actor: 'portal',
    action: redactionAction,
    subject: batch,
    detail: { rows: entries.length, hash: row?.hash ?? '' },
  })
  return entries.length
}

/** The action of the entries about redactions. */
export const redactionAction = 'audit entries redacted'

/** The hash of all redactions of a batch. */
const batchHashQuery = (batch: Sql | string) => sql`
  select encode(sha256(convert_to(string_agg(event_id || ' ' || encode(content_hash, 'hex'), ',' order by id), 'UTF8')), 'hex')
           as hash
    from audit_redaction
   where batch = ${batch}`

/** The batches whose redactions differ from their entry in the trail. */
export const findUnrecordedRedactions = async (db: Database): Promise<string[]> => {
  const rows = await queryRows(
    db,
    z.object({ batch: z.string() }),
    sql`
    select batch
      from (select distinct batch from audit_redaction) as each
     where not exists (select from audit_event e
                        where e.subject = each.batch and e.action = ${redactionAction}
                          and e.detail->>'hash' = (${batchHashQuery(sql`each.batch`)}))
     order by batch`,
  )
  return rows.map(({ batch }) => batch)
}
