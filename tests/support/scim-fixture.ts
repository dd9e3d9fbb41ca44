import { z } from 'zod'
import { readConfig } from '#platform/config/settings.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { renewToken } from '#sign-in/contract.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { startSession } from '#sign-in/server/staff-sessions.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { createHttpBrowser } from './http-browser.ts'
import { openPortal } from './portal-fixture.ts'
import { addClient } from './sign-in-fixture.ts'
import { openOtherProvider } from './test-oidc-provider.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Sent = { body?: unknown; token?: string; headers?: Record<string, string>; raw?: string }

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const registration = { OIDC_CLIENT_ID: 'portal-of-tests', OIDC_CLIENT_SECRET: 'a-secret-of-tests' }

/** The path of a person. */
export const userPath = (id: string) => ['/Users', encodeURIComponent(id)].join('/')

type Issuers = { house: string; alpine: string }
const someIssuers = { house: 'https://house.test', alpine: 'https://alpine.test' }

/**
 * Opens a portal with two identity providers that use SCIM: the standard one, for `lagoon` and internal staff, and one
 * for `alpine` and `coastal`, with a token of each. Requests are those of the second one unless they name a token.
 */
export async function openScimPortal(issuers: Issuers = someIssuers, own: Record<string, string> = {}) {
  const portal = await openProvisionedPortal(issuers, own)
  const { owner } = portal.databaseContext
  const createToken = (name: string, issuer: string) =>
    createServiceToken(owner, { name, issuer, may: 'scim', clientIds: undefined, actor: 'tests' })
  const token = await createToken('alpine-scim', issuers.alpine)
  const houseToken = await createToken('house-scim', issuers.house)
  return {
    portal,
    token,
    houseToken,
    createToken,
    ...createScimClient(portal, token),
    ...createReaders(owner),
  }
}

async function openProvisionedPortal({ house, alpine }: Issuers, own: Record<string, string>) {
  const further = {
    name: 'alpine-id',
    clients: ['alpine', 'coastal'],
    domains: ['alpine.example'],
    ...registration,
    OIDC_ISSUER: alpine,
    OIDC_PROVISIONING: 'scim',
    ...own,
  }
  const { OIDC_PROVIDERS } = readConfig({ OIDC_ISSUER: house, OIDC_PROVIDERS: JSON.stringify([further]) })
  const settings = { OIDC_ISSUER: house, OIDC_PROVIDERS, OIDC_PROVISIONING: 'scim' } as const
  const portal = await openPortal({ ...registration, ...settings, RATE_LIMIT_PER_MINUTE: 1_000_000 })
  await addClient(portal, 'alpine', ['ALP1', 'ALP2'], { clientAuth: true })
  await addClient(portal, 'coastal', ['COA1'])
  await addClient(portal, 'lagoon', ['LAG1'])
  await addClient(portal, 'harborline', [])
  return portal
}

/** Requests to a server with a token, unless they have another one. */
export function createScimClient(
  { app }: Pick<Awaited<ReturnType<typeof openPortal>>, 'app'>,
  ownToken: string,
) {
  const send = async (method: Method, path: string, { body, raw, token = ownToken, headers }: Sent = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body && JSON.parse(response.body),
    }
  }
  const patch = (path: string, operations: unknown[], sent: Sent = {}) =>
    send('PATCH', path, { ...sent, body: { schemas: [patchUrn], Operations: operations } })
  return {
    send,
    patch,
    /** Adds a person and returns their ID. */
    async addUser(userName: string, more: Record<string, unknown> = {}, sent: Sent = {}) {
      const body = { schemas: [userUrn], userName, externalId: `ext-${userName}`, active: true, ...more }
      const made = await send('POST', '/Users', { ...sent, body })
      if (made.status !== 201) throw new Error(`Adding ${userName} failed: ${JSON.stringify(made.body)}`)
      return String(made.body.id)
    },
    addMembers: (group: string, ids: readonly string[], sent: Sent = {}) =>
      patch(
        `/Groups/${group}`,
        [{ op: 'add', path: 'members', value: ids.map((value) => ({ value })) }],
        sent,
      ),
  }
}

const event = z.object({ action: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) })

const createReaders = (owner: Database) => ({
  /** The grants of a person as text. */
  listGrants: async (id: string) =>
    (
      await queryRows(
        owner,
        z.object({ grant: z.string() }),
        sql`
        select trim(kind || ' ' || client_code) as "grant" from staff_grant where user_id::text = ${id} order by 1`,
      )
    ).map(({ grant }) => grant),
  /** The entries of the audit trail about a person, oldest first. */
  listAudit: (subject: string) =>
    queryRows(
      owner,
      event,
      sql`select action, actor, detail from audit_event where subject = ${subject} order by id`,
    ),
})

/** Inserts a person who signed in before their provider used SCIM, with an open session. */
export async function addFormerStaff(
  { db }: Pick<Awaited<ReturnType<typeof openPortal>>, 'db'>,
  {
    clientId,
    ...person
  }: { issuer: string; subject: string; clientId: string; name?: string; email?: string },
) {
  const userId = await upsertUser(db, { name: undefined, email: undefined, ...person })
  const key = await startSession(db, { userId, clientId, idToken: '', address: '127.0.0.1' })
  return { userId, cookie: `portal-session=${key}` }
}

type Provider = Awaited<ReturnType<typeof openOtherProvider>>
export const clientClaim = 'extn.ClientId'

/** The same with two real identity providers, and a second process. `alpine` identifies people by `oid`. */
export async function openScimSignIn() {
  const [house, alpine] = await Promise.all([openOtherProvider(), openOtherProvider()])
  const issuers = { house: house.issuer, alpine: alpine.issuer }
  const scim = await openScimPortal(issuers, { OIDC_PERSON_CLAIM: 'oid' })
  const { portal } = scim
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const elsewhere = await portal.another()
  return {
    ...scim,
    house,
    alpine,
    elsewhere,
    /** Signs a person in; `reason` says why it failed. */
    async signInAt(provider: Provider, claims: Record<string, unknown>, at = origin) {
      house.registerPortal(at, clientClaim)
      alpine.registerPortal(at, 'oid', '/alpine-id')
      provider.setUser(claims)
      const browsing = createHttpBrowser()
      const client = provider === alpine ? 'alpine' : 'lagoon'
      const address = `${at}/auth/sign-in?client=${client}`
      const end = new URL(await browsing.follow(address, /\/token\?|sign-in-failed/))
      const cookies = Object.entries(browsing.cookies(new URL(at).host))
      const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
      return { reason: end.searchParams.get('reason'), cookie }
    },
    /** What a session says on renewal. Throws an error unless it says the same in both processes. */
    async renew(cookie: string) {
      const sent = { method: 'POST', url: renewToken.path, headers: { cookie }, payload: {} } as const
      const [here, there] = [await portal.app.inject(sent), await elsewhere.inject(sent)]
      if (here.statusCode !== there.statusCode) throw new Error('The processes differ.')
      return { status: here.statusCode, ...here.json<{ clientId?: string; token?: string }>() }
    },
    async close() {
      await elsewhere.close()
      await portal.close()
      await Promise.all([house.close(), alpine.close()])
    },
  }
}
