import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { findMissingKeys } from '#platform/db/column-encryption/column-key-queries.ts'
import { encryptedMark } from '#platform/db/column-encryption/encrypted-columns.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addDocumentKey } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { useKeys } from '#test-support/column-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { upsertUser } from '../staff-people.ts'
import { findIdToken, findSession, startSession } from '../staff-sessions.ts'
import { createPortalTokens } from './portal-tokens.ts'
import { addSigningKeyCommands } from './token-commands.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let keysFile: string
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  keysFile = join(portal.config.DATA_DIR, 'keys-of-secrets')
  await mkdir(portal.config.DATA_DIR, { recursive: true })
  await addDocumentKey(keysFile)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await useSecrets(keysFile)
  await encryptColumns(owner())
})

const owner = () => portal.databaseContext.owner
const useSecrets = (path: string | undefined, isOn = true) =>
  useKeys(portal.databaseContext, path, false, isOn)
const person = { userId: randomUUID(), sessionId: randomUUID() }
/** Signs or verifies as a process that has just started. */
const sign = () => createPortalTokens(portal.db).sign(person, new Date(now().getTime() + 60_000))
const verify = (token: string) => createPortalTokens(portal.db).verify(token)
const rotate = () =>
  runCommand(portal, (program, open) => addSigningKeyCommands(program, open, async () => 0), [
    'signing-key',
    'rotate',
  ])
const storedKeys = () =>
  queryRows(
    owner(),
    z.object({ text: z.string(), secret: z.instanceof(Buffer).nullable() }),
    sql`select secret_text as text, secret from signing_key order by made_at`,
  )

describe('the signing key', () => {
  test('is encrypted, and its tokens stay valid through rotations of either key', async () => {
    const token = await sign()
    for (const { text, secret } of await storedKeys()) {
      expect(text.startsWith(encryptedMark)).toBe(true)
      expect(secret).toBeNull()
    }
    await addDocumentKey(keysFile)
    expect((await encryptColumns(owner())).changed).toBeGreaterThan(0)
    expect(await verify(token)).toEqual({ owner: person, isExpired: false })
    expect(await rotate()).toContain('No one has to sign in again')
    const [, added] = await storedKeys()
    expect([added?.text.startsWith(encryptedMark), added?.secret]).toEqual([true, null])
    expect(await verify(token)).toEqual({ owner: person, isExpired: false })
    expect(await verify(await sign())).toEqual({ owner: person, isExpired: false })
  })

  test('is in clear text again once the setting is off, also for the former version', async () => {
    const token = await sign()
    await useSecrets(keysFile, false)
    await encryptColumns(owner())
    for (const { text, secret } of await storedKeys()) expect(secret?.toString('base64')).toBe(text)
    expect(await verify(token)).toEqual({ owner: person, isExpired: false })
  })

  test('is read if the former version added it', async () => {
    await execute(
      owner(),
      sql`insert into signing_key (secret, made_at) values (decode(repeat('01', 32), 'hex'), now() - interval '1 hour')`,
    )
    const token = await sign()
    await encryptColumns(owner())
    expect((await storedKeys()).every(({ secret }) => secret === null)).toBe(true)
    expect(await verify(token)).toEqual({ owner: person, isExpired: false })
  })

  test('stops a start without its key, and answers no request in the meantime', async () => {
    const token = await sign()
    await useSecrets(undefined, false)
    expect(await findMissingKeys(owner())).toHaveLength(1)
    await expect(verify(token)).rejects.toThrow('which the portal does not have')
  })

  test('can be replaced if its key is lost', async () => {
    const lost = join(portal.config.DATA_DIR, 'keys-after-loss')
    await addDocumentKey(lost)
    const keys = await useSecrets(lost)
    keys.allowsMissing = true
    await expect(sign()).rejects.toThrow('portal signing-key rotate')
    await rotate()
    expect(await verify(await sign())).toEqual({ owner: person, isExpired: false })
    await writeFile(keysFile, (await readFile(lost, 'utf8')) + (await readFile(keysFile, 'utf8')))
  })
})

describe('the ID token of a session', () => {
  const idToken = 'header.payload.signature'
  const begin = async () => {
    const userId = await upsertUser(portal.db, {
      issuer: 'https://login.test',
      subject: 'ada',
      name: 'Ada',
      email: undefined,
    })
    const key = await startSession(portal.db, { userId, clientId: 'alpine', idToken, address: '127.0.0.1' })
    return findSession(portal.db, key, portal.config)
  }

  test('is encrypted for its session only, and is there for the logout', async () => {
    const [first, second] = [await begin(), await begin()]
    if (!first || !second) throw new Error('The sessions were not found.')
    expect(first.storedIdToken).not.toContain('payload')
    expect(await findIdToken(portal.db, first)).toBe(idToken)
    expect(await findIdToken(portal.db, { ...first, storedIdToken: second.storedIdToken })).toBe('')
  })

  test('is left out if its key is missing, so that everyone can log out', async () => {
    const session = await begin()
    await useSecrets(undefined, false)
    expect(session && (await findIdToken(portal.db, session))).toBe('')
  })

  test('that was removed is not encrypted', async () => {
    await begin()
    await execute(owner(), sql`update staff_session set id_token = '', ended_at = now()`)
    await addDocumentKey(keysFile)
    await encryptColumns(owner())
    const stored = sql`select id_token as token from staff_session where id_token <> ''`
    expect(await queryRows(owner(), z.object({ token: z.string() }), stored)).toEqual([])
  })
})
