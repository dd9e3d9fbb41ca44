import { z } from 'zod'
import { type Database, execute, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { authorizationTables, caseTables, letterTables } from '../data-kinds.ts'
import { listColumns } from '../person-data.ts'

/** A client with all of its codes. */
export type ClientData = { id: string; codes: readonly string[] }

type OfClient = (client: ClientData) => Sql

const ofCode: OfClient = ({ codes }) => sql`client_code = any(${codes})`
const ofClient: OfClient = ({ id }) => sql`client_id = ${id}`
const named: OfClient = ({ id }) => sql`client = ${id}`

/** The content pages of a client: its home page, and its member page in each language. */
const contentPages: OfClient = ({ id }) =>
  sql`(key in ('home/' || ${id}, 'member/' || ${id}) or starts_with(key, 'member/' || ${id} || '/'))`

const withCondition = (condition: OfClient, tables: readonly string[]): Record<string, OfClient> =>
  Object.fromEntries(tables.map((table) => [table, condition]))

/** The tables of an export, with the condition that the rows of a client meet. */
export const exportedTables: Readonly<Record<string, OfClient>> = {
  client: ({ id }) => sql`id = ${id}`,
  ...withCondition(ofClient, ['client_code', 'client_provider_search', 'client_report', 'account_manager']),
  content: contentPages,
  ...withCondition(ofCode, ['patient', 'policy', ...caseTables.toReversed()]),
  ...withCondition(ofCode, [...authorizationTables.toReversed(), ...letterTables.toReversed()]),
  ...withCondition(ofClient, ['member_account', 'authorization_view', 'queue_email']),
  ...withCondition(named, ['analytics_count', 'erasure']),
}

/** The other tables with a column that names clients, and why an export does not have their rows. Its README says so, too. */
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
  ticket: 'tickets for documents are valid for a minute',
  service_token: 'credentials of programs, which may serve several clients',
  erased_decision: 'places of erased decisions in the feed, without content',
  legal_hold: 'holds are decisions of the company',
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

/** The query of the rows of a table that belong to a client, as JSON texts. The database writes them: amounts stay exact. */
export async function tableQuery(db: Database, table: string, client: ClientData): Promise<Sql> {
  const condition = exportedTables[table]?.(client)
  if (!condition) throw new Error(`An export does not have the table ${table}.`)
  const rows = sql`select ${await listColumns(db, table)} from ${sql.table(table)} where ${condition}`
  return sql`select row_to_json(found)::text as text from (${rows}) as found`
}

/** Whether person `u` is staff of the client: of the last sign-in, or through SCIM, or entitled before a first sign-in. */
const isStaff = ({ id, codes }: ClientData) => sql`
  (u.last_client_id = ${id}
    or exists (select from scim_right r where r.user_id = u.id and r.client_id = ${id})
    or u.last_client_id is null
       and exists (select from staff_grant g where g.user_id = u.id and g.client_code = any(${codes})))`

/** The staff of a client with their rights, without rights that concern another client. */
export const staffQuery = (client: ClientData): Sql => sql`
  select json_build_object(
           'id', u.id, 'subject', u.subject, 'name', u.name, 'email', u.email,
           'created_at', u.created_at, 'last_signed_in_at', u.last_signed_in_at, 'disabled_at', u.disabled_at,
           'client_codes', array(select g.client_code from staff_grant g
                                  where g.user_id = u.id and g.client_code = any(${client.codes}) order by 1),
           'rights', array(select g.kind from staff_grant g
                            where g.user_id = u.id and g.kind in ('decide', 'members') order by 1),
           'rights_from_scim', array(select concat_ws(' ', r.kind, nullif(r.client_code, '')) from scim_right r
                                      where r.user_id = u.id and r.client_id = ${client.id} order by 1))::text as text
    from staff_user u
   where ${isStaff(client)}
   order by u.id`

/** The actions whose subject is the ID of a client. */
const clientActions = [
  ...['client added', 'client changed', 'client shown', 'client data exported', 'client data erased'],
  ...['hold placed', 'hold removed', 'data past its period erased', 'members listed'],
  ...['daily email turned on', 'daily email turned off'],
]

/** Whether audit entry `e` is about a client: its rows, settings, member accounts or staff. */
const isAbout = (client: ClientData) => sql`
  (string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ',') && ${client.codes}::text[]
    or e.client_code is null and coalesce(e.detail->>'client', ${client.id}) = ${client.id}
       and (e.subject = ${client.id} and e.action = any(${clientActions})
         or e.action like 'member %'
            and exists (select from member_account a
                         where a.client_id = ${client.id} and (a.id::text in (e.actor, e.subject) or a.name = e.subject))
         or e.action = 'content stored'
            and exists (select from content where key = e.subject and ${contentPages(client)})
         or exists (select from staff_user u where u.id::text = e.subject and ${isStaff(client)})))`

/** Whether entry `e` is about other clients, too. */
const isShared = ({ id }: ClientData) => sql`
  (e.subject = 'all clients'
    or exists (select from client_code k
                where k.client_id <> ${id}
                  and k.code = any(string_to_array(concat_ws(',', e.client_code, e.detail->>'clients', e.subject), ','))))`

/** Whether `key` is one of the client’s: a patient, case, bill, letter or policy, or `*CODE` for any row of a code. */
const isOwnKey = (client: ClientData, key: Sql) => sql`
  (ltrim(split_part(${key}, ' ', 1), '*') = any(${client.codes})
    or exists (select from incident where incident_number = ${key} and ${ofCode(client)})
    or exists (select from bill where itn = ${key} and ${ofCode(client)})
    or exists (select from authorization_request where itn = ${key} and ${ofCode(client)})
    or exists (select from vob where number = ${key} and ${ofCode(client)})
    or exists (select from policy where policy_number = ${key} and ${ofCode(client)})
    or exists (select from erasure where number = ${key} and ${named(client)}))`

/**
 * The entries of the trail about a client. One that is about other clients, too, has only the keys and codes of this client
 * and nothing that was typed.
 */
export const auditQuery = (client: ClientData): Sql => sql`
  select json_build_object(
           'at', e.at, 'actor', e.actor, 'action', e.action,
           'subject', case when not is_shared or ${isOwnKey(client, sql`e.subject`)} then e.subject end,
           'client_codes', array(select code from unnest(${client.codes}::text[]) as code
                                  where code = any(string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ','))),
           'address', e.address, 'reference', e.reference, 'is_shared', is_shared,
           'detail', case when not is_shared then e.detail end,
           'shown', case when is_shared and e.shown is not null
                         then array(select key from unnest(e.shown) as key where ${isOwnKey(client, sql`key`)})
                         else e.shown end)::text as text
    from (select e.*, ${isShared(client)} as is_shared from audit_event e where ${isAbout(client)}) as e
   order by e.id`

/** A row as JSON. */
export const rowText = z.object({ text: z.string() })

/** A document on disk: which file of the export it becomes, and what it is. */
export const documentRow = z.object({ folder: z.string(), name: z.string(), sha256: z.string() })

/** The stored documents of a client: the files of its cases, and the PDFs that came with bills. */
export const documentsQuery = (client: ClientData): Sql => sql`
  select 'cases' as folder, incident_number as name, sha256 from document_file where ${ofCode(client)}
   union all
  select 'bills', itn || '-' || round, sha256 from authorization_intake where ${ofCode(client)}
   order by folder desc, name`

export const letterRow = z.object({ name: z.string(), pdf: z.instanceof(Buffer) })

/** The letters of a client with their PDFs. */
export const lettersQuery = (client: ClientData): Sql =>
  sql`select number as name, pdf from vob where ${ofCode(client)} order by number`
