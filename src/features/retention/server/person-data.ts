import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { showText } from '#platform/db/column-encryption/column-texts.ts'
import {
  type EncryptedColumn,
  findEncryptedColumn,
} from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { messages } from '../messages.ts'
import { authorizationTables, caseTables, letterTables } from './data-kinds.ts'
import { parsePatient } from './hold-queries.ts'

/** Everything that identifies a person in the database. */
const patientRow = z.object({
  clientId: z.string(),
  clientCode: z.string(),
  patientCode: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  incidents: z.array(z.string()),
  policies: z.array(z.string()),
  /** The policies that no other patient has. */
  ownPolicies: z.array(z.string()),
  /** The bills in authorization. */
  itns: z.array(z.string()),
  /** The bills of the cases. */
  billItns: z.array(z.string()),
  letters: z.array(z.string()),
})
type Patient = z.infer<typeof patientRow> & { kind: 'patient' }

const memberRow = z.object({ clientId: z.string(), id: z.string(), name: z.string() })
type Member = z.infer<typeof memberRow> & { kind: 'member' }

export type Person = Patient | Member

/** What commands and the audit trail call a person. */
export const identify = (person: Person) =>
  person.kind === 'member' ? person.name : `${person.clientCode} ${person.patientCode}`

/** Finds a patient by "CLIENT PATIENT", or a member by the name of the account. Throws a readable error otherwise. */
export async function findPerson(db: Database, who: string): Promise<Person> {
  await bypassTenantFilter(db, 'transaction')
  const member = await queryRow(
    db,
    memberRow,
    sql`select client_id as "clientId", id, name from member_account where name = ${who.trim().toLowerCase()}`,
  )
  if (member) return { kind: 'member', ...member }
  const patient = await findPatient(db, who)
  if (!patient) throw new Error(messages.person.unknown(who))
  return { kind: 'patient', ...patient }
}

/**
 * Relatives can have the same policy: a letter or a bill of a shared policy belongs to the patient whose first name is
 * in the name on it, unless it belongs to the patient's case.
 */
function findPatient(db: Database, who: string) {
  const { clientCode, patientCode } = parsePatient(who)
  const namedCondition = (name: Sql) => sql`strpos(words_alone(${name}), words_alone(p.first_name)) > 0`
  return queryRow(
    db,
    patientRow,
    sql`
    with p as materialized (
      select * from patient where client_code = ${clientCode} and patient_code = ${patientCode}
    ), incidents as materialized (
      select i.incident_number from incident i join p using (client_code, patient_code)
    ), policies as materialized (
      select o.policy_number, o.number_key,
             not exists (select from policy other
                          where other.client_code = o.client_code and other.number_key = o.number_key
                            and other.patient_code <> o.patient_code) as is_own
        from policy o join p using (client_code, patient_code)
    ), own_bills as (
      select r.itn
        from authorization_request r, p
       where r.client_code = p.client_code
         and (r.incident_number in (select incident_number from incidents)
           or r.incident_number is null
              and exists (select from policies o
                           where o.number_key = number_key(r.policy_number)
                             and (o.is_own or ${namedCondition(sql`r.patient_name`)})))
    ), own_letters as (
      select v.number
        from vob v, p
       where v.client_code = p.client_code
         and exists (select from policies o
                      where o.number_key = v.policy_key and (o.is_own or ${namedCondition(sql`v.patient_name`)}))
    )
    select k.client_id as "clientId", p.client_code as "clientCode", p.patient_code as "patientCode",
           p.last_name as "lastName", p.first_name as "firstName",
           array(select incident_number from incidents order by 1) as incidents,
           array(select policy_number from policies order by 1) as policies,
           array(select policy_number from policies where is_own order by 1) as "ownPolicies",
           array(select itn from own_bills order by 1) as itns,
           array(select b.itn from bill b join incidents using (incident_number) order by 1) as "billItns",
           array(select number from own_letters order by 1) as letters
      from p join client_code k on k.code = p.client_code`,
  )
}

/**
 * The words and numbers by which the person can be recognized in text. The name of an account can be any word, such as
 * the name of its client, and is never in the text of others.
 */
export function findMarkers(person: Person): { words: string[]; numbers: string[] } {
  if (person.kind === 'member') return { words: [], numbers: [] }
  const { lastName, firstName } = person
  const numbers = listNumbers(person)
  return {
    words: [lastName, `${lastName} ${firstName}`, `${firstName} ${lastName}`],
    numbers: numbers
      .map((number) => number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase())
      .filter(isDistinct),
  }
}

/** A shorter number would also match unrelated numbers. */
const isDistinct = (number: string) => number.length >= 6

/** The keys under which the audit trail names the person. */
export const listAuditKeys = (person: Person): string[] =>
  person.kind === 'member'
    ? [person.id, person.name]
    : [`${person.clientCode} ${person.patientCode}`, ...listNumbers(person)]

/** The numbers that belong only to this person. */
const listNumbers = ({ incidents, ownPolicies, itns, billItns, letters }: Patient): string[] => [
  ...new Set([...incidents, ...ownPolicies, ...itns, ...billItns, ...letters]),
]

/** A condition on the text of a row: it has the full name of the person, or one of the numbers. */
export const mentions = (text: Sql, person: Person): Sql =>
  sql`(${hasName(text, person)} or ${hasNumber(text, person)})`

function hasName(text: Sql, person: Person): Sql {
  const names = findMarkers(person).words.slice(1)
  return sql`
    exists (select from unnest(${names}::text[]) as own_name where strpos(words_alone(${text}), words_alone(own_name)) > 0)`
}

/**
 * Whether a text has one of the numbers by itself, with any punctuation in it: a part of a longer number is another
 * one.
 */
function hasNumber(text: Sql, person: Person): Sql {
  const between = '[^[:alnum:]]'
  const patterns = findMarkers(person).numbers.map(
    (number) => `(^|${between})${[...number].join(`${between}*`)}($|${between})`,
  )
  return sql`exists (select from unnest(${patterns}::text[]) as own_number where ${text} ~* own_number)`
}

/**
 * Mail, saved filters and stored responses that mention the person; they are deleted as a whole. Another person can
 * have the same name, so mail that still has to be sent is deleted for a number only.
 */
export function mentioningRows(person: Person): { table: string; condition: Sql }[] {
  const mail = sql`concat_ws(' ', recipient, subject, body_text)`
  const view = sql`concat_ws(' ', name, filters::text)`
  return [
    {
      table: 'outbox',
      condition: sql`(${hasNumber(mail, person)} or sent_at is not null and ${hasName(mail, person)})`,
    },
    {
      table: 'authorization_view',
      condition: sql`client_id = ${person.clientId} and ${mentions(view, person)}`,
    },
    { table: 'decision_answer', condition: mentions(sql`answer::text`, person) },
  ]
}

/**
 * The rows of the person, by table, for the export. Rows that only mention a name or number can be about another
 * person.
 */
export function listOwnRows(person: Person): { table: string; condition: Sql }[] {
  if (person.kind === 'member')
    return [
      { table: 'member_account', condition: sql`id = ${person.id}::uuid` },
      { table: 'member_session', condition: sql`account_id = ${person.id}::uuid` },
    ]
  const { clientCode, patientCode, incidents, itns, letters } = person
  const own = sql`client_code = ${clientCode} and patient_code = ${patientCode}`
  const of = (tables: readonly string[], condition: Sql) => tables.map((table) => ({ table, condition }))
  return [
    ...of(['patient', 'policy'], own),
    ...of(caseTables.toReversed(), sql`incident_number = any(${incidents})`),
    ...of(authorizationTables.toReversed(), sql`itn = any(${itns})`),
    ...of(letterTables.toReversed(), sql`number = any(${letters})`),
  ]
}

const row = z.object({ row: z.record(z.string(), z.unknown()) })

/** Rows as JSON, without generated columns, bytes and hashes of passwords. */
export async function readRows(db: Database, { table, condition }: { table: string; condition: Sql }) {
  const columns = await listColumns(db, table)
  const rows = sql`select ${columns} from ${sql.table(table)} where ${condition}`
  const found = await queryRows(db, row, sql`select to_jsonb(found) as row from (${rows}) as found`)
  const encrypted = findEncryptedColumn(table)
  return Array.fromAsync(found, ({ row }) => (encrypted ? decryptRow(db, encrypted, row) : row))
}

/** A row with its encrypted column, if it has text, in clear text. */
export async function decryptRow(db: Database, encrypted: EncryptedColumn, row: Record<string, unknown>) {
  const stored = row[encrypted.column]
  const key = encrypted.key.map(({ name }) => String(row[name]))
  return typeof stored === 'string'
    ? { ...row, [encrypted.column]: await showText(db, encrypted, key, stored) }
    : row
}

/** Hashes of passwords, and the IDs of the clients that a code belonged to before. */
const hiddenColumns = ['password_hash', 'initial_hash', 'former_client_ids']

/**
 * The columns of a table for people: without generated ones, bytes and hashes of passwords. `replaced` has what to
 * select in place of a column, by its name.
 */
export async function listColumns(
  db: Database,
  table: string,
  replaced: Readonly<Record<string, Sql>> = {},
): Promise<Sql> {
  const columns = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`
    select column_name as name
      from information_schema.columns
     where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
       and data_type not in ('bytea', 'xid8') and column_name <> all(${hiddenColumns})
     order by ordinal_position`,
  )
  return sql.join(
    columns.map(({ name }) => {
      const instead = replaced[name]
      return instead ? sql`${instead} as ${sql.ref(name)}` : sql.ref(name)
    }),
  )
}
