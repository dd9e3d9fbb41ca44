import { z } from 'zod'
import { type Database, execute, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { authorizationTables, caseTables, letterTables } from '../data-kinds.ts'
import { listColumns } from '../person-data.ts'
import {
  type ClientCondition,
  type ClientData,
  staffCondition,
  staffElsewhereCondition,
} from './client-staff.ts'

const codeCondition: ClientCondition = ({ codes }) => sql`client_code = any(${codes})`
const clientIdCondition: ClientCondition = ({ id }) => sql`client_id = ${id}`
const namesClient: ClientCondition = ({ id }) => sql`client = ${id}`

/** The content pages of a client: its home page, and its member page in each language. */
const contentPages: ClientCondition = ({ id }) =>
  sql`(key in ('home/' || ${id}, 'member/' || ${id}) or starts_with(key, 'member/' || ${id} || '/'))`

const withCondition = (
  condition: ClientCondition,
  tables: readonly string[],
): Record<string, ClientCondition> => Object.fromEntries(tables.map((table) => [table, condition]))

/** The tables of an export, with the condition that the rows of a client meet. */
export const exportedTables: Readonly<Record<string, ClientCondition>> = {
  client: ({ id }) => sql`id = ${id}`,
  ...withCondition(clientIdCondition, [
    'client_code',
    'client_provider_search',
    'client_report',
    'account_manager',
  ]),
  content: contentPages,
  ...withCondition(codeCondition, ['patient', 'policy', ...caseTables.toReversed()]),
  ...withCondition(codeCondition, [...authorizationTables.toReversed(), ...letterTables.toReversed()]),
  ...withCondition(clientIdCondition, ['member_account', 'authorization_view', 'queue_email']),
  ...withCondition(namesClient, ['erasure']),
}

/**
 * The other tables with a column that names clients, and why an export does not have their rows. Its README says so,
 * too.
 */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  audit_event: 'audit.jsonl has the entries about the client',
  staff_user: 'staff.jsonl has the staff of the client',
  staff_grant: 'staff.jsonl has the rights of its staff',
  scim_right: 'staff.jsonl has the rights of its staff',
  patient_name: 'an index of the names, which patient.jsonl has',
  report_run: 'reports are deleted an hour after they end',
  report_part: 'reports are deleted an hour after they end',
  staff_session: 'sessions of staff are deleted after a day; audit.jsonl has the sign-ins',
  member_session: 'sessions of members are deleted after a day; audit.jsonl has the logins',
  analytics_count: 'counts are kept by the name of the client, which other clients can have, too',
  ticket: 'tickets for documents are valid for a minute',
  service_token: 'credentials of programs, which may serve several clients',
  erased_decision: 'places of erased decisions in the feed, without content',
  legal_hold: 'holds are decisions of the company; audit.jsonl does not have them, either',
}

/**
 * Prepares a transaction for an export of any size: times are in UTC, and a pause for documents has no limit. Returns
 * whether the client still has these codes only.
 */
export async function beginExport(db: Database, { id, codes }: ClientData): Promise<boolean> {
  const settings = sql`
    select set_config('TimeZone', 'UTC', true), set_config('idle_in_transaction_session_timeout', '0', true)`
  await execute(db, settings)
  const own = sql`select code from client_code where client_id = ${id} order by position`
  const now = await queryRows(db, z.object({ code: z.string() }), own)
  return now.map(({ code }) => code).join() === codes.join()
}

/** The rows of a query in batches, so that no list is held in memory. `cursor` is unique among the open ones. */
export async function* readBatches<Row extends z.ZodType>(
  db: Database,
  cursor: string,
  { row, query }: { row: Row; query: Sql },
): AsyncGenerator<z.output<Row>[]> {
  const name = sql.ref(cursor)
  await execute(db, sql`declare ${name} no scroll cursor for ${query}`)
  for (;;) {
    const rows = await queryRows(db, row, sql`fetch 200 from ${name}`)
    if (rows.length === 0) break
    yield rows
  }
  await execute(db, sql`close ${name}`)
}

/**
 * The query of the rows of a table that belong to a client, as JSON texts. The database writes them: amounts stay
 * exact. The ID of another client, in rows of a code that has moved, is null.
 */
export async function tableQuery(db: Database, table: string, client: ClientData): Promise<Sql> {
  const condition = exportedTables[table]?.(client)
  if (!condition) throw new Error(`An export does not have the table ${table}.`)
  const client_id = sql`case when client_id = ${client.id} then client_id end`
  const columns = await listColumns(db, table, { client_id })
  const rows = sql`select ${columns} from ${sql.table(table)} where ${condition}`
  return sql`select row_to_json(found)::text as text from (${rows}) as found`
}

/** The actions whose subject is the ID of a client. Holds are decisions of the company. */
const clientActions = [
  'client added',
  'client changed',
  'client shown',
  'client data exported',
  'client data erased',
  'data past its period erased',
  'members listed',
  'ID card refused',
  'daily email turned on',
  'daily email turned off',
]

/** Whether the subject of entry `e` is a person who meets a condition on `u`. */
const aboutStaffCondition = (condition: Sql) =>
  sql`e.subject in (select u.id::text from staff_user u where ${condition})`

/** Whether audit entry `e` is about a client: its rows, settings, member accounts or staff. */
const aboutClientCondition: ClientCondition = (client) => sql`
  (e.action not in ('hold placed', 'hold removed')
    and (string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ',') && ${client.codes}::text[]
      or coalesce(e.client_code, e.detail->>'clients') is null and coalesce(e.detail->>'client', ${client.id}) = ${client.id}
         and (e.subject = ${client.id} and e.action = any(${clientActions})
           or (e.action = 'person erased' or e.action like 'member %') and e.detail->>'client' = ${client.id}
           or (e.action = 'person exported' or e.action like 'member %')
              and exists (select from member_account a
                           where a.client_id = ${client.id} and (a.id::text in (e.actor, e.subject) or a.name = e.subject))
           or e.action = 'content stored'
              and exists (select from content where key = e.subject and ${contentPages(client)})
           or ${aboutStaffCondition(staffCondition(client))})))`

/**
 * Whether entry `e` is about staff who are or were at other clients, too, or names rights or a person there. Rights are
 * codes, groups such as “code.ACME1” and “all.acme”, and, from before SCIM, “client code ACME1, decide”.
 */
const sharedStaffCondition: ClientCondition = (client) => {
  const groups = ['all', 'decide', 'members'].map((kind) => `${kind}.${client.id}`)
  const own = ['', ...client.codes.map((code) => `code.${code}`), ...groups, 'decide', 'audit', 'members']
  const changed = sql`replace(concat_ws(' ', e.detail->>'before', e.detail->>'after'), 'client code ', 'code.')`
  return sql`
  (coalesce(e.client_code, e.detail->>'clients', e.detail->>'client') is null and ${aboutStaffCondition(staffCondition(client))}
    and (${aboutStaffCondition(staffElsewhereCondition(client))}
      or e.detail ? 'alike'
      or not coalesce(string_to_array(e.detail->>'codes', ','), '{}') <@ ${client.codes}::text[]
      or not regexp_split_to_array(${changed}, '[ ,]+') <@ ${own}::text[]))`
}

/** Whether entry `e` is about other clients, too. Codes of a client that was erased may be gone. */
const sharedCondition: ClientCondition = (client) => sql`
  (e.subject = 'all clients'
    or not string_to_array(concat_ws(',', e.client_code, e.detail->>'clients'), ',') <@ ${client.codes}::text[]
    or string_to_array(e.subject, ',') && ${client.codes}::text[]
       and not string_to_array(e.subject, ',') <@ ${client.codes}::text[]
    or exists (select from client_code k
                where k.client_id <> ${client.id} and k.code = any(string_to_array(e.subject, ',')))
    or ${sharedStaffCondition(client)})`

/** Whether `key` is one of the client’s: a patient, case, bill, letter or policy, or `*CODE` for any row of a code. */
const ownKeyCondition = (client: ClientData, key: Sql) => sql`
  (ltrim(split_part(${key}, ' ', 1), '*') = any(${client.codes})
    or exists (select from incident where incident_number = ${key} and ${codeCondition(client)})
    or exists (select from bill where itn = ${key} and ${codeCondition(client)})
    or exists (select from authorization_request where itn = ${key} and ${codeCondition(client)})
    or exists (select from vob where number = ${key} and ${codeCondition(client)})
    or exists (select from policy where policy_number = ${key} and ${codeCondition(client)})
    or exists (select from erasure where number = ${key} and ${namesClient(client)}))`

/**
 * The entries of the trail about a client. One that is about other clients, too, has only the keys and codes of this
 * client and nothing that was typed.
 */
export const auditQuery = (client: ClientData): Sql => sql`
  select json_build_object(
           'at', e.at, 'actor', e.actor, 'action', e.action,
           'subject', case when not is_shared or ${ownKeyCondition(client, sql`e.subject`)} or ${aboutStaffCondition(staffCondition(client))}
                           then e.subject end,
           'client_codes', array(select code from unnest(${client.codes}::text[]) as code
                                  where code = any(string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ','))),
           'address', e.address, 'reference', e.reference, 'is_shared', is_shared,
           'detail', case when not is_shared then e.detail end,
           'shown', case when is_shared and e.shown is not null
                         then array(select key from unnest(e.shown) as key where ${ownKeyCondition(client, sql`key`)})
                         else e.shown end)::text as text
    from (select e.*, ${sharedCondition(client)} as is_shared from audit_event e where ${aboutClientCondition(client)}) as e
   order by e.id`

/** A row as JSON. */
export const rowText = z.object({ text: z.string() })

/** A document on disk: which file of the export it becomes, and what it is. */
export const documentRow = z.object({ folder: z.string(), name: z.string(), sha256: z.string() })

/** The stored documents of a client: the files of its cases, and the PDFs that came with bills. */
export const documentsQuery = (client: ClientData): Sql => sql`
  select 'cases' as folder, incident_number as name, sha256 from document_file where ${codeCondition(client)}
   union all
  select 'bills', itn || '-' || round, sha256 from authorization_intake where ${codeCondition(client)}
   order by folder desc, name`

export const letterRow = z.object({ name: z.string(), pdf: z.instanceof(Buffer) })

/** The letters of a client with their PDFs. */
export const lettersQuery = (client: ClientData): Sql =>
  sql`select number as name, pdf from vob where ${codeCondition(client)} order by number`
