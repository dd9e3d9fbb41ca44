import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { listAccesses, openInEmergency, reviewAccess } from '#cases/emergency-contract.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { createTicket } from '#sign-in/contract.ts'
import { addPendingBills } from './authorization-fixture.ts'
import { openCasePortal } from './case-portal-fixture.ts'
import { addClient, signInStaff } from './sign-in-fixture.ts'

type Portal = Awaited<ReturnType<typeof openCasePortal>>
export type Person = Awaited<ReturnType<typeof signInStaff>>

/** The attempt that opens the case with rows of every kind, whose code is ACME1. */
export const wanted = {
  incidentNumber: '24000000017',
  dateOfBirth: '1980-05-06',
  reason: 'The hospital is calling about surgery today',
}

/** A portal with cases that people who see only ACME2 can open for 14 minutes, less than a token lasts. */
export async function openEmergencyPortal() {
  const portal = await openCasePortal()
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set emergency_minutes = 14, authorizers = 'all'`)
  await addPendingBills(owner, [{ itn: 'PENDING1', client: 'ACME1', incidentNumber: wanted.incidentNumber }])
  return {
    ...portal,
    signInNarrowed: (name = 'Nora Narrow') => signInNarrowed(portal, name),
    /** Signs in the same person in another browser. */
    signInElsewhere: async ({ userId }: Person) => {
      const found = sql`select subject, name from staff_user where id = ${userId}`
      const known = z.object({ subject: z.string(), name: z.string() })
      return signInStaff(portal, 'acme', {
        ...known.parse(await queryRow(owner, known, found)),
        authenticatedAt: now(),
      })
    },
    openCase: async (person: Person) =>
      openInEmergency.response.parse((await portal.call(openInEmergency, wanted, person)).json()),
    openDocument: (person: Person, path: string, fields: Record<string, string>) =>
      openDocument(portal, person, { path, fields }),
    /** An access as somebody who sees every code finds it in the list. */
    findListed: async (id: string, reviewer?: Person) => {
      const response = await portal.call(listAccesses, {}, reviewer ?? (await signInStaff(portal, 'acme')))
      return listAccesses.response.parse(response.json()).accesses.find((each) => each.id === id)
    },
    review: (id: string, person: Person) => portal.call(reviewAccess, { id, note: 'Called back.' }, person),
  }
}

async function signInNarrowed(portal: Portal, name: string): Promise<Person> {
  const person = await signInStaff(portal, 'acme', { authenticatedAt: now(), name })
  await grantCode(portal, person, 'ACME2')
  return person
}

type Document = { path: string; fields: Record<string, string> }

/** Opens a document as a browser does. */
async function openDocument(portal: Portal, { headers, cookie }: Person, { path, fields }: Document) {
  const { ticket } = (await portal.call(createTicket, { path, fields }, { headers })).json()
  const payload = new URLSearchParams({ ...fields, Token: ticket }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  return portal.app.inject({ method: 'POST', url: path, payload, headers: { cookie, ...type } })
}

/** A person of an attempt portal, who can sign in again. */
export type Attempter = Person & { subject: string }

/** A portal for attempts by many people of several clients, with 60 minutes for each access. */
export async function openAttemptPortal() {
  const portal = await openCasePortal()
  const { owner } = portal.databaseContext
  const setMinutes = (client: string, minutes: number | null) =>
    execute(owner, sql`update client set emergency_minutes = ${minutes} where id = ${client}`)
  const signInAs = async (subject: string, client: string, viewing?: string): Promise<Attempter> => {
    const person = { subject, authenticatedAt: now(), name: 'Nora Narrow', ...(viewing && { viewing }) }
    return { ...(await signInStaff(portal, client, person)), subject }
  }
  await setMinutes('acme', 60)
  await setMinutes('other', 60)
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  return {
    ...portal,
    setMinutes,
    signInAs,
    /** Signs in a new person who sees only these codes. */
    signInNarrowed: async (codes = ['ACME2'], client = 'acme', viewing?: string) => {
      const person = await signInAs(randomUUID(), client, viewing)
      for (const code of codes) await grantCode(portal, person, code)
      return person
    },
    open: ({ headers }: Person, changes: Partial<z.input<typeof openInEmergency.request>> = {}) =>
      portal.call(openInEmergency, { ...wanted, ...changes }, { headers }),
    entriesOf: ({ userId }: Person) =>
      queryRows(
        owner,
        audited,
        sql`
        select action, subject, client_code as client, detail from audit_event
         where actor = ${userId} and action like 'emergency access %' order by id`,
      ),
    countAccesses: async () =>
      (await portal.asOwner((db) => queryRows(db, z.object({}), sql`select from emergency_access`))).length,
  }
}

const audited = z.object({
  action: z.string(),
  subject: z.string(),
  client: z.string().nullable(),
  detail: z.any(),
})

const grantCode = (portal: Portal, { userId }: Person, client_code: string) =>
  portal.insert('staff_grant', { user_id: userId, kind: 'client code', client_code, granted_at: now() })
