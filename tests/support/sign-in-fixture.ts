import { randomUUID } from 'node:crypto'
import { now } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { renewToken } from '#sign-in/contract.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { startSession } from '#sign-in/server/staff-sessions.ts'
import type { openPortal } from './portal-fixture.ts'

type OpenPortal = Awaited<ReturnType<typeof openPortal>>
type Portal = Pick<OpenPortal, 'app' | 'db' | 'databaseContext' | 'call'> &
  Partial<Pick<OpenPortal, 'config'>>

/** Inserts a client with these codes. `columns` sets further columns of the table. */
export async function addClient(
  { databaseContext: { owner } }: Pick<Portal, 'databaseContext'>,
  id: string,
  codes: readonly string[],
  columns: {
    enabled?: boolean
    clientAuth?: boolean
    authorizers?: 'all' | 'granted'
    patientSearch?: boolean
    currentActivity?: boolean
    caseSummary?: boolean
  } = {},
) {
  const { enabled = true, clientAuth = false, authorizers = 'granted' } = columns
  const { patientSearch = false, currentActivity = false, caseSummary = false } = columns
  await execute(
    owner,
    sql`
    insert into client (id, name, enabled, client_auth, authorizers, patient_search, current_activity, case_summary,
                        changed_at)
    values (${id}, ${`Client ${id}`}, ${enabled}, ${clientAuth}, ${authorizers}, ${patientSearch}, ${currentActivity},
            ${caseSummary}, ${now()})`,
  )
  for (const [position, code] of codes.entries())
    await execute(
      owner,
      sql`insert into client_code (code, client_id, name, position) values (${code}, ${id}, ${code}, ${position})`,
    )
}

/** Signs in a staff user of a client without the identity provider. Returns the headers for their requests. */
export async function signInStaff(
  portal: Portal,
  clientId: string,
  person: {
    issuer?: string
    subject?: string
    name?: string
    viewing?: string
    userAgent?: string
    authenticatedAt?: Date
  } = {},
) {
  const {
    issuer = 'https://login.test',
    subject = randomUUID(),
    viewing,
    userAgent,
    authenticatedAt,
  } = person
  const { name = `Staff of ${clientId}` } = person
  const userId = await upsertUser(portal.db, { issuer, subject, name, email: undefined })
  const key = await startSession(portal.db, {
    userId,
    clientId,
    idToken: '',
    address: '127.0.0.1',
    userAgent,
    ...(authenticatedAt && { authenticatedAt }),
  })
  const prefix = portal.config?.PUBLIC_URL?.startsWith('https:') ? '__Host-' : ''
  const cookie = `${prefix}portal-session=${key}`
  const renewed = await portal.call(renewToken, {}, { headers: { cookie } })
  if (renewed.statusCode !== 200) throw new Error(`Signing in at ${clientId} failed: ${renewed.body}`)
  const { token } = renewToken.response.parse(renewed.json())
  const headers: Record<string, string> = { cookie, authorization: `Bearer ${token}` }
  if (viewing) headers['client-id'] = viewing
  return { userId, key, cookie, token, headers }
}
