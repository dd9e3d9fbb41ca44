import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  createVobFixture,
  makeVobForm,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { allocateNumber } from './issued-vobs.ts'
import { issueVob } from './routes.ts'
import { validateVob } from './validate-vob.ts'

let fixture: VobFixture
beforeAll(async () => {
  fixture = await createVobFixture()
})
afterAll(() => fixture.close())

test('assigns unique numbers to 200 concurrent requests', async () => {
  const numbers = await Promise.all(Array.from({ length: 200 }, () => allocateNumber(fixture.db, '2031')))
  expect(new Set(numbers).size).toBe(200)
  expect(numbers.sort()[0]).toBe('VOB-2031-000001')
})

test('restarts the numbering each year in the portal’s time zone', async () => {
  expect(await numberIssuedAt('2040-01-01T04:59:00Z')).toBe('VOB-2039-000001')
  expect(await numberIssuedAt('2040-01-01T05:00:00Z')).toBe('VOB-2040-000001')
})

test('consumes no number when the render pool is busy', async () => {
  const restore = setClock(() => new Date('2041-06-01T12:00:00Z'))
  const form = makeVobForm()
  const renderPool = createRenderPool({ maxQueuedPerKey: 0 })
  const client = {
    id: 'alpine',
    name: 'Alpine',
    codes: scopeOfCodes(['ALP1']),
  }
  const vob = await validateVob(fixture.db, client, form, '2041-06-01')
  const issuer = {
    scope: client.codes,
    clientCode: 'ALP1',
    userId: fixture.staff.userId,
    address: '::1',
    reference: 'r',
  }
  const deps = { ...fixture, renderPool }
  const issued = await Promise.allSettled(
    ['one', 'other'].map((ticket) => issueVob(deps, form, vob, { ...issuer, ticket })),
  ).finally(restore)
  expect(issued.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(issued).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ status: 429 }) })
  expect(await allocateNumber(fixture.db, '2041')).toBe('VOB-2041-000002')
})

async function numberIssuedAt(instant: string) {
  const restore = setClock(() => new Date(instant))
  const staff = await signInStaff(fixture, 'alpine')
  const issued = await submitVob({ ...fixture, staff }, makeVobForm()).finally(restore)
  return vobNumberFrom(issued.headers)
}
