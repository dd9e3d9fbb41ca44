import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createTicket } from '#sign-in/contract.ts'
import { createCaseFixture, smallCases } from './case-fixture.ts'
import { createTemplateOnce } from './database.ts'
import { makePdf } from './make-pdf.ts'
import { openPortal } from './portal-fixture.ts'
import { addClient, signInStaff } from './sign-in-fixture.ts'

type Fields = Record<string, string>

/**
 * A portal with the small cases of client `acme` (codes ACME1 and ACME2, all features) and no data of client
 * `other`; the incident's file has six numbered pages.
 */
export async function openCasePortal(settings: Partial<Config> = {}, template = templateWithCases) {
  const server = inject('testServer')
  const documents = join(inject('runFolder'), 'documents-of-cases')
  await createTemplateOnce(server, templateWithCases, (databaseContext) =>
    addCases(databaseContext, documents),
  )
  if (template === templateWithFewPlaces)
    await createTemplateOnce(server, templateWithFewPlaces, keepFewPlaces, templateWithCases)
  const portal = await openPortal(settings, template)
  await cp(documents, portal.config.DATA_DIR, { recursive: true })
  const fixture = await createCaseFixture(portal.databaseContext, portal.config.DATA_DIR)
  return {
    ...portal,
    fixture,
    /** Runs queries of the owner on the rows of every client. */
    asOwner: <Result>(work: (db: Database) => Promise<Result>) =>
      inTransaction(portal.databaseContext.owner, async (db) => {
        await bypassTenantFilter(db)
        return work(db)
      }),
    /** The latest audit entry, except for those of refused requests. */
    lastAudited: () => queryRow(portal.databaseContext.owner, audited, lastEvent),
    /** The number of audit entries for an action. */
    timesAudited: async (action: string) =>
      (
        await queryRows(
          portal.databaseContext.owner,
          z.object({}),
          sql`select from audit_event where action = ${action}`,
        )
      ).length,
    /** Signs in a staff user of a client, who sends requests and opens documents by ticket. */
    staffOf: (clientId: string) => staffOf(portal, clientId),
    close: async () => {
      await fixture.close()
      await portal.close()
    },
  }
}

const templateWithCases = 'portal_template_with_cases'
/** With few places, for tests that read every row of the database: most rows are places. */
export const templateWithFewPlaces = 'portal_template_with_few_places'

/** Leaves a few rows of the geography data and gives back the space of the others. */
async function keepFewPlaces({ owner }: DatabaseContext) {
  await execute(owner, sql`delete from city where population < 500000`)
  await execute(owner, sql`delete from postal_code where id <> '33131'`)
  await execute(owner, sql`delete from postal_code_abroad where country_id <> 'LI'`)
  await execute(owner, sql`vacuum full city, postal_code, postal_code_abroad`)
}

/** Adds the clients and cases to a database, and the documents to a folder. */
async function addCases(databaseContext: DatabaseContext, dataDir: string) {
  const everything = { patientSearch: true, currentActivity: true, clientAuth: true, caseSummary: true }
  await addClient({ databaseContext }, 'acme', ['ACME1', 'ACME2'], everything)
  await addClient({ databaseContext }, 'other', ['OTHER1'], everything)
  await addClient({ databaseContext }, 'bare', ['BARE1'])
  const fixture = await createCaseFixture(databaseContext, dataDir)
  const file = await makePdf(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5', 'Page 6'])
  const { rejects } = await fixture.import({ ...smallCases(), 'files/24000000017.pdf': file })
  await fixture.close()
  if (rejects.length > 0) throw new Error(rejects.join('\n'))
}

const audited = z.object({
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  client: z.string().nullable(),
  detail: z.unknown(),
  /** Absent for an entry that shows nothing besides its subject. */
  shown: z
    .array(z.string())
    .nullable()
    .transform((shown) => shown ?? undefined),
})
const lastEvent = sql`
  select actor, action, subject, client_code as client, detail, shown
    from audit_event
   where action not in ('request refused', 'more requests refused')
   order by id desc
   limit 1`

async function staffOf(portal: Awaited<ReturnType<typeof openPortal>>, clientId: string) {
  const staff = await signInStaff(portal, clientId)
  const { headers, cookie } = staff
  return {
    ...staff,
    call: <Request extends z.ZodObject, Response extends z.ZodType>(
      contract: Endpoint<Request, Response>,
      input: z.input<Request>,
    ) => portal.call(contract, input, { headers }),
    open: async ({ path }: Pick<Endpoint, 'path'>, fields: Fields) =>
      portal.app.inject({ method: 'POST', url: path, ...(await formOf(path, fields)) }),
    formOf,
  }

  /** Opens a document as a browser does, with a new ticket. */
  async function formOf(path: string, fields: Fields) {
    const asked = await portal.call(createTicket, { path, fields }, { headers })
    const { ticket } = createTicket.response.parse(asked.json())
    return {
      payload: new URLSearchParams({ ...fields, Token: ticket }).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    }
  }
}
