import { onTestFinished } from 'vitest'
import { logMemberIn, openIdCard } from '#members/contract.ts'
import { createMemberAccount } from '#members/server/member-accounts.ts'
import { setPause } from '#platform/concurrency/sleep.ts'
import { execute, sql } from '#platform/db/database.ts'
import type { openPortal } from './portal-fixture.ts'

type Portal = Pick<Awaited<ReturnType<typeof openPortal>>, 'databaseContext' | 'call' | 'insert'>

/** The password of every account created here. */
export const memberPassword = 'a horse, a battery and a staple'

/** A password that no account has. */
export const wrong = 'not the password, at all'

/** Request options for this client address behind the trusted proxy. */
export const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

let accounts = 0
/** Creates an account with a new name and address, neither of which has failed logins yet. */
export async function addVisitor({ databaseContext: { owner } }: Portal, clientId: string) {
  accounts += 1
  const name = `member-${accounts}`
  await createMemberAccount(owner, { name, clientId, password: memberPassword, actor: 'test' })
  return { name, here: from(`198.51.100.${accounts}`) }
}

/** Creates an account of a client and configures its member area. */
export async function addMember(
  { databaseContext: { owner }, insert }: Portal,
  name: string,
  clientId: string,
  area: { showIdCard?: boolean; showEnglishAndGerman?: boolean; content?: string } = {},
) {
  const { content = '', ...options } = area
  const shown = { showIdCard: false, showEnglishAndGerman: false, ...options }
  await createMemberAccount(owner, { name, clientId, password: memberPassword, actor: 'test' })
  await execute(
    owner,
    sql`update client set member_area = ${JSON.stringify(shown)}::jsonb where id = ${clientId}`,
  )
  if (content)
    await insert('content', { key: `member/${clientId}`, version: 1, html: content, stored_at: new Date(0) })
}

/** Holds delayed responses until they are released or aborted, and counts them. */
export function holdDelays() {
  const open = Promise.withResolvers<void>()
  let waiting = 0
  const endHold = setPause(async (_ms, gone) => {
    gone.throwIfAborted()
    waiting += 1
    const left = new Promise((_resolve, reject) => {
      gone.addEventListener('abort', () => reject(gone.reason))
    })
    await Promise.race([open.promise, left]).finally(() => {
      waiting -= 1
    })
  })
  onTestFinished(endHold)
  return { waiting: () => waiting, letGo: () => open.resolve(), endHold }
}

/** Sends a login. */
export const logIn = (
  portal: Portal,
  UserName: string,
  Password: string = memberPassword,
  from?: { remoteAddress?: string; headers?: Record<string, string> },
) => portal.call(logMemberIn, { UserName, Password }, from)

/** Logs a member in. Returns the headers for their requests. */
export async function logInMember(portal: Portal, name: string) {
  const response = await logIn(portal, name)
  const cookie = response.cookies.find(({ value }) => value !== '')
  if (response.statusCode !== 200 || !cookie) throw new Error(`${name} could not log in: ${response.body}`)
  return { cookie: `${cookie.name}=${cookie.value}` }
}

/** Posts the ID card form as the page does. */
export const requestCard = (
  { app }: Awaited<ReturnType<typeof openPortal>>,
  headers: Record<string, string>,
  fields: Record<string, string | undefined>,
  remoteAddress = '127.0.0.1',
) =>
  app.inject({
    method: 'POST',
    url: openIdCard.path,
    remoteAddress,
    payload: new URLSearchParams(JSON.parse(JSON.stringify(fields))).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  })

/** The start of a PNG image, followed by the mark, as Base64. */
export const makePng = (mark: string) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(mark)]).toString('base64')

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

/** A member area with ID cards. Their logo is an image of one pixel, followed by the mark, which decoders ignore. */
export const shownCard = (mark: string) => ({
  showIdCard: true,
  card: {
    phones: { elsewhere: '+1 305 555-0141' },
    logo: `data:image/png;base64,${Buffer.concat([pixel, Buffer.from(mark)]).toString('base64')}`,
  },
})
