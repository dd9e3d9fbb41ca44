import type { Database } from '#platform/db/database.ts'
import { createTicket, renewToken } from '#sign-in/contract.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { startSession } from '#sign-in/server/staff-sessions.ts'

const tokenLivesMs = 5 * 60_000

export type StaffClient = Awaited<ReturnType<typeof createStaffClient>>

/** Signs in a staff user on a portal with demo data; returns functions that send requests, with these headers. */
export async function createStaffClient(
  db: Database,
  address: string,
  name: string,
  clientId = 'alpine',
  always: Record<string, string> = {},
) {
  const userId = await upsertUser(db, { issuer: 'https://login.test', subject: name, name, email: undefined })
  const key = await startSession(db, { userId, clientId, idToken: '', address: '127.0.0.1' })
  const cookie = `${address.startsWith('https:') ? '__Host-' : ''}portal-session=${key}`
  let token = ''
  let renewAt = 0

  const post = async (path: string, body: unknown, headers: Record<string, string>) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { ...always, cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function withToken(): Promise<Record<string, string>> {
    if (performance.now() >= renewAt) {
      token = renewToken.response.parse(await (await post(renewToken.path, {}, {})).json()).token
      renewAt = performance.now() + tokenLivesMs
    }
    return { authorization: `Bearer ${token}` }
  }

  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    post(path, body, { ...(await withToken()), ...headers })

  return {
    send,
    get: async (path: string) =>
      fetch(`${address}${path}`, { headers: { ...always, cookie, ...(await withToken()) } }),
    /** Opens a document as the page does, with a form and a ticket. */
    async open(path: string, fields: Record<string, string>) {
      const { ticket } = createTicket.response.parse(
        await (await send(createTicket.path, { path, fields })).json(),
      )
      const body = new URLSearchParams({ ...fields, Token: ticket })
      return fetch(`${address}${path}`, {
        method: 'POST',
        headers: { ...always, cookie },
        body,
        redirect: 'manual',
      })
    },
  }
}
