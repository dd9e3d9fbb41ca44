import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addDocumentKey } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { useKeys } from '#test-support/column-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { solvedCaptcha } from '#test-support/solved-captcha.ts'
import { sendFeedback } from '../mail-contract.ts'
import { addCaptchaKeyCommands } from './provider-commands.ts'

const roster = `id,name,addressOne,city,state,country,zipcode,phone,providerType,network,latitude,longitude
1,Mercy Hospital,1 Main St,Miami,FL,US,33131,305-555-0100,282N00000X,publicDomestic,25.77,-80.19`

let portal: Awaited<ReturnType<typeof openPortal>>
let keysFile: string
beforeAll(async () => {
  portal = await openPortal()
  await execute(owner(), sql`update search_definition set feedback = true`)
  const fixture = createRosterFixture(portal)
  await fixture.import(roster)
  await fixture.close()
  keysFile = join(portal.config.DATA_DIR, 'keys-of-captcha')
  await mkdir(portal.config.DATA_DIR, { recursive: true })
  await addDocumentKey(keysFile)
})
afterAll(() => portal.close())

const owner = () => portal.databaseContext.owner
const feedback = {
  providerCode: 'publicDomestic',
  providerName: 'Mercy Hospital',
  itemId: 'provider-experience',
}
const visitor = { name: 'Ann Example', email: 'ann@example.com', message: 'They were quick.' }
const send = async (captchatoken: string) =>
  (await portal.call(sendFeedback, { ...feedback, ...visitor, captchatoken })).statusCode
const readStored = async () =>
  (await queryRow(owner(), z.object({ secret: z.string() }), sql`select secret from captcha_key`))?.secret
const rotate = () => runCommand(portal, addCaptchaKeyCommands, ['captcha-key', 'rotate'])

test('open captchas stay valid while the key is encrypted, and end when it is replaced', async () => {
  const before = await solvedCaptcha(portal)
  await useKeys(portal.databaseContext, keysFile, false, true)
  await encryptColumns(owner())
  expect((await readStored())?.[0]).toBe('\u0001')
  expect(await send(before)).toBe(200)
  const open = await solvedCaptcha(portal)
  expect(await rotate()).toContain('need to solve a new one')
  expect((await readStored())?.[0]).toBe('\u0001')
  expect(await send(open)).toBe(422)
  expect(await send(await solvedCaptcha(portal))).toBe(200)
})

test('the feedback form is unavailable without the key, and works again once that is replaced', async () => {
  const open = await solvedCaptcha(portal)
  await useKeys(portal.databaseContext, undefined, false)
  expect(await send(open)).toBe(503)
  await rotate()
  expect((await readStored())?.[0]).not.toBe('\u0001')
  expect(await send(await solvedCaptcha(portal))).toBe(200)
})
