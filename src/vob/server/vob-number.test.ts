import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { signedIn } from '#testing/signed-in.ts'
import { aVobForm, issuedVob, numberOf, openVobDesk, type VobDesk } from '#testing/vob-desk.ts'
import { takeNumber } from './issued-vobs.ts'

let desk: VobDesk
beforeAll(async () => {
  desk = await openVobDesk()
})
afterAll(() => desk.close())

test('two hundred numbers taken at once are two hundred numbers', async () => {
  const numbers = await Promise.all(Array.from({ length: 200 }, () => takeNumber(desk.db, '2031')))
  expect(new Set(numbers).size).toBe(200)
  expect(numbers.sort()[0]).toBe('VOB-2031-000001')
})

test('numbers begin anew with the year, which begins in the portal’s zone', async () => {
  expect(await numberIssuedAt('2040-01-01T04:59:00Z')).toBe('VOB-2039-000001')
  expect(await numberIssuedAt('2040-01-01T05:00:00Z')).toBe('VOB-2040-000001')
})

async function numberIssuedAt(instant: string) {
  const restore = setClock(() => new Date(instant))
  const staff = await signedIn(desk, 'alpine')
  const issued = await issuedVob({ ...desk, staff }, aVobForm()).finally(restore)
  return numberOf(issued.headers)
}
