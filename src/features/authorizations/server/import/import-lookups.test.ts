import { afterAll, beforeAll, expect, test } from 'vitest'
import { importText } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listDenialReasons, listInfoNeeded } from '../../contract.ts'
import { defaultCodes } from '../../rules.ts'
import { lookupImport } from './lookup-import.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'])
  staff = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

const importLines = (lines: string, isReplacement = false) =>
  importText(portal.databaseContext, lookupImport(isReplacement), `list,code,description\n${lines}`)
const listOptions = async () => {
  const { headers } = staff
  const deny = await portal.call(listDenialReasons, {}, { headers })
  const info = await portal.call(listInfoNeeded, {}, { headers })
  return { deny: deny.json().lookupItems, info: info.json().lookupItems }
}

test('the lists require a session and the authorization feature', async () => {
  const { headers } = await signInStaff(portal, 'bare')
  for (const list of [listDenialReasons, listInfoNeeded]) {
    expect((await portal.call(list, {})).statusCode).toBe(401)
    expect((await portal.call(list, {}, { headers })).statusCode).toBe(404)
  }
})

test('before any import, each list contains only its default', async () => {
  const { deny, info } = await listOptions()
  expect(deny).toMatchObject([{ code: defaultCodes.deny }])
  expect(info).toMatchObject([{ code: defaultCodes.info }])
})

test.each([
  ['maybe,0101,Text', /is not a list: use deny or info/],
  ['toString,0101,Text', /is not a list: use deny or info/],
  ['deny,0,Text', /is not a code/],
  ['deny,01 01,Text', /is not a code/],
  ['info,0501,', /description is missing/],
])('the row "%s" is rejected with a message', async (row, reason) => {
  const { added, rejects } = await importLines(`${row}\n`)
  expect([added, rejects.length]).toEqual([0, 1])
  expect(rejects[0]).toMatch(reason)
})

test('rows are added and updated, and importing the same file again changes nothing', async () => {
  const file = 'deny,0101,Duplicate\ninfo,0501,Itemized bill\n'
  expect(await importLines(file)).toMatchObject({ added: 2, changed: 0 })
  expect(await importLines(file)).toMatchObject({ added: 0, changed: 0, same: 2 })
  expect(await importLines('deny,0101,Duplicate bill\n')).toMatchObject({ added: 0, changed: 1 })
  expect((await listOptions()).deny).toContainEqual({ code: '0101', description: 'Duplicate bill' })
})

test('a full import removes codes that are not in the file, except the defaults', async () => {
  expect(await importLines('deny,0102,Late\n', true)).toMatchObject({ added: 1, removed: 2 })
  const { deny, info } = await listOptions()
  expect(deny).toMatchObject([{ code: '0102' }, { code: defaultCodes.deny }])
  expect(info).toMatchObject([{ code: defaultCodes.info }])
})
