import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, type Sql, sql, withScope } from '#platform/db/database.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { withEveryClient } from './authorization-fixture.ts'
import type { MarkedClient } from './multi-tenant-fixture.ts'

/** Who is exported, and a client that no file may name. */
type Clients = { own: MarkedClient; other: MarkedClient }

/** The actor of the entries about staff, member accounts and the client. */
export const operator = 'operator'

/** Adds what an export must keep apart: letters, staff of both clients, and entries of the trail. */
export async function addExported(owner: Database, clients: Clients) {
  const { own, other } = clients
  for (const [client, number] of [
    [own, 'VOB-2026-111111'],
    [other, 'VOB-2026-222222'],
  ] as const)
    await addLetter(owner, client, number)
  await addMovedRows(owner, clients)
  const staff = await addStaff(owner, clients)
  await addSearches(owner, clients)
  await addEntries(owner, clients, staff)
}

/** Rows of a code that the other client had before. */
async function addMovedRows(owner: Database, { own, other }: Clients) {
  const [code] = own.codes
  const user = sql`(select id from staff_user limit 1)`
  for (const change of [
    sql`update client_code set former_client_ids = array[${other.id}] where client_id = ${own.id}`,
    sql`update decision_message set client_id = ${other.id} where client_code = ${code}`,
    sql`insert into emergency_access (id, user_id, user_name, client_id, client_code, incident_number, reason, opened_at, expires_at)
        values (gen_random_uuid(), ${user}, 'Ann', ${other.id}, ${code}, ${own.incidentNumber}, ${own.mark}, ${now()}, 'infinity')`,
  ])
    await withEveryClient(owner, (db) => execute(db, change))
}

async function addLetter(owner: Database, { id, mark, codes }: MarkedClient, number: string) {
  const issuer = sql`(select id from staff_user limit 1)`
  const pdf = sql`convert_to(${`letter ${mark}`}, 'UTF8')`
  const letter = sql`
    insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name, policy_number,
                     patient_name, date_of_service, fields, pdf, pdf_sha256)
    values (${number}, ${codes[0]}, ${now()}, ${issuer}, 'x', 'x', ${mark}, ${mark}, ${mark}, '2026-03-04', '{}', ${pdf}, sha256(${pdf}))`
  await withScope(owner, await findClientScope(owner, id), (db) => execute(db, letter))
}

/**
 * Adds a clerk of each client, a person whom SCIM gives rights at both, one who has left all groups, and one who moved
 * from the client to the other. Returns their IDs.
 */
async function addStaff(owner: Database, { own, other }: Clients) {
  const add = async (subject: string, clientId: string | null, email?: string) => {
    const person = await queryRow(
      owner,
      z.object({ id: z.string() }),
      sql`
      insert into staff_user (issuer, subject, name, email, created_at, last_client_id)
      values ('https://login.test', ${subject}, ${subject}, ${email ?? null}, ${now()}, ${clientId}) returning id`,
    )
    return person?.id ?? ''
  }
  const grant = (userId: string, code: string) =>
    execute(
      owner,
      sql`insert into staff_grant (user_id, kind, client_code, granted_at) values (${userId}, 'client code', ${code}, ${now()})`,
    )
  const clerk = await add(`${own.mark}-clerk`, own.id)
  await grant(clerk, own.codes[0])
  await grant(await add(`${other.mark}-clerk`, other.id), other.codes[0])
  const both = await add('works-for-both', null)
  await execute(
    owner,
    sql`insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
        values (${both}, 'https://login.test', 'both', 'both', true, ${now()}, ${now()})`,
  )
  const rights: Sql[] = [own, other].map((each) => sql`(${both}, 'code', ${each.id}, ${each.codes[0]})`)
  await execute(
    owner,
    sql`insert into scim_right (user_id, kind, client_id, client_code) values ${sql.join(rights)}`,
  )
  const former = await add('left-all-groups', null)
  const moved = await add('moved-away', other.id, `moved@${other.mark}.example`)
  return { clerk, both, former, moved }
}

/** Searches of the client, of the other one, and of both; a code of a client that was erased is in no table. */
async function addSearches(owner: Database, { own, other }: Clients) {
  const [mine, theirs] = [own.codes[0], other.codes[0]]
  const typed = { searchTerm: `${other.mark} typed` }
  const searched = { actor: 'tester', action: 'patients searched', detail: typed }
  for (const subject of [`${mine},${theirs}`, `${mine},GONE1`, 'all clients'])
    await audit(owner, { ...searched, subject, clientCode: mine, shown: [own.incidentNumber] })
  await audit(owner, {
    ...searched,
    subject: `${mine},${theirs}`,
    clientCodes: [mine, theirs],
    shown: [own, other].flatMap((each) => [
      each.incidentNumber,
      each.mark,
      `${each.codes[0]} ${each.mark}`,
      `*${each.codes[1]}`,
    ]),
  })
  const ofErased = { ...searched, subject: own.incidentNumber, clientCodes: [mine, 'GONE1'] }
  await audit(owner, { ...ofErased, shown: ['24000009999', own.incidentNumber] })
  await audit(owner, { ...searched, subject: theirs, clientCode: theirs })
}

type People = Awaited<ReturnType<typeof addStaff>>

/** Entries about the client, its member accounts and staff, and about the other client. */
async function addEntries(owner: Database, { own, other }: Clients, { clerk, both, former, moved }: People) {
  const [mine, theirs] = [own.codes[0], other.codes[0]]
  const entry = (action: string, subject: string, detail: AuditEvent['detail'] = {}) =>
    audit(owner, { actor: operator, action, subject, detail })
  await entry('client changed', other.id)
  await entry('service token made', own.id, { searchTerm: other.mark })
  await entry('hold placed', own.id, { hold: 1 })
  await entry('person erased', 'ERASED-12345678', { kind: 'member', client: own.id, rows: 1 })
  await entry('member account made', 'gone-member', { client: own.id })
  await entry('member account made', 'their-member', { client: other.id })
  await entry('right granted', clerk, { codes: mine })
  await entry('right granted', both, { codes: `${mine},${theirs}` })
  await entry('right revoked', clerk, { codes: theirs })
  await entry('person added by SCIM', clerk, { before: `client code ${theirs}, decide`, after: '' })
  await entry('signed in', former, { client: own.id })
  await entry('rights changed by SCIM', former, { before: `code.${mine} all.${own.id}`, after: '' })
  await entry('rights changed by SCIM', former, { before: '', after: `all.${other.id}` })
  await entry('person removed by SCIM', former, { before: `code.${theirs}`, after: '' })
  await entry('signed in', moved, { client: own.id })
  await entry('signed in', moved, { client: other.id })
  await entry('reading limit confirmed', moved, { reason: `cases of ${other.mark}` })
}
