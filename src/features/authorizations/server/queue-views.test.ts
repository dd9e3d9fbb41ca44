import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listQueueViews, removeQueueView, saveQueueView } from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { maxViews } from '../rules.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let internalAtAcme: Person
let internalAtOther: Person
beforeAll(async () => {
  portal = await openPortal({ INTERNAL_CLIENT_ID: 'harborline' })
  await addClient(portal, 'harborline', [])
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  ada = await signInStaff(portal, 'acme')
  bob = await signInStaff(portal, 'acme')
  internalAtAcme = await signInStaff(portal, 'harborline', { subject: 'ina', viewing: 'acme' })
  internalAtOther = await signInStaff(portal, 'harborline', { subject: 'ina', viewing: 'other' })
})
afterAll(() => portal.close())

const filters = { bucket: '', client: '', currency: '', provider: '', from: '', to: '', assignee: '' }
async function saveView(viewName: string, by: Person = ada, changes: Partial<typeof filters> = {}) {
  const input = { viewName, filters: { ...filters, ...changes } }
  const response = await portal.call(saveQueueView, input, { headers: by.headers })
  return { status: response.statusCode, body: response.json() }
}
async function removeView(viewId: string, by: Person = ada) {
  const response = await portal.call(removeQueueView, { viewId }, { headers: by.headers })
  return { status: response.statusCode, body: response.json() }
}
async function readViews(by: Person = ada) {
  const response = await portal.call(listQueueViews, {}, { headers: by.headers })
  return listQueueViews.response.parse(response.json()).views
}
const listNames = async (by?: Person) => (await readViews(by)).map(({ name }) => name)

test('a view of another person, or of another client, is like a missing one', async () => {
  await saveView('Private', bob)
  await saveView('Elsewhere', internalAtOther)
  const [own] = await readViews(bob)
  const [elsewhere] = await readViews(internalAtOther)
  expect(await removeView(randomUUID())).toEqual({ status: 200, body: { views: [] } })
  for (const [view, by] of [
    [own, ada],
    [elsewhere, internalAtAcme],
  ] as const) {
    expect(await removeView(view?.id ?? '', by)).toEqual({ status: 200, body: { views: [] } })
  }
  expect(await listNames()).toEqual([])
  expect(await listNames(internalAtAcme)).toEqual([])
  expect(await listNames(bob)).toEqual(['Private'])
  expect(await listNames(internalAtOther)).toEqual(['Elsewhere'])
})

test('a view cannot have the name of a built-in view, or a name that looks like that of another view', async () => {
  const { views, assign } = queueMessages
  for (const name of [views.all, assign.mine, assign.nobody, views.custom]) {
    const { status, body } = await saveView(` ${name.toUpperCase()} `)
    expect([status, body.detail]).toEqual([422, views.reserved(name)])
  }
  await saveView('Glen  Hospital')
  for (const name of ['glen hospital', 'GLEN HOSPITAL', 'Glen\u200b Hospital', 'Glen \u2060 Hospital']) {
    const { status, body } = await saveView(name)
    expect([status, body.detail]).toEqual([422, views.similar('Glen  Hospital')])
  }
  expect((await saveView('\u200b \u2060')).status).toBe(400)
  expect((await saveView('Glen  Hospital', ada, { currency: 'EUR' })).status).toBe(200)
  expect(await listNames()).toEqual(['Glen  Hospital'])
  await execute(portal.databaseContext.owner, sql`delete from authorization_view`)
})

test('views are listed by name with their filters, and a name stands for the last filters saved', async () => {
  await saveView('late', ada, { bucket: 'overdue' })
  await saveView('Dollars', ada, { currency: 'USD', from: '1,000' })
  const { body } = await saveView(' late ', ada, { bucket: 'today' })
  expect(body.views).toEqual(await readViews())
  expect((await readViews()).map((view) => [view.name, view.filters])).toEqual([
    ['Dollars', { ...filters, currency: 'USD', from: '1,000' }],
    ['late', { ...filters, bucket: 'today' }],
  ])
})

test('a name with markup is text like any other', async () => {
  const name = '<img src=x onerror=alert(1)>'
  await saveView(name)
  expect(await listNames()).toContain(name)
})

test('a person removes a view', async () => {
  await saveView('Gone')
  const gone = (await readViews()).find(({ name }) => name === 'Gone')
  expect((await removeView(gone?.id ?? '')).status).toBe(200)
  expect(await listNames()).not.toContain('Gone')
  expect((await removeView(gone?.id ?? '')).status).toBe(200)
})

test('a person saves at most twenty views for a client, also at the same time, and can replace one of them', async () => {
  await execute(portal.databaseContext.owner, sql`delete from authorization_view`)
  const names = Array.from({ length: maxViews + 5 }, (_, at) => `View ${at}`)
  const answers = await Promise.all(names.map((name) => saveView(name)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(5)
  for (const { status, body } of refused)
    expect([status, body.detail]).toEqual([422, queueMessages.views.tooMany(maxViews)])
  const [first] = await readViews()
  expect(await readViews()).toHaveLength(maxViews)
  expect((await saveView(first?.name ?? '', ada, { currency: 'EUR' })).status).toBe(200)
  expect(await readViews()).toHaveLength(maxViews)
  expect((await saveView('First', bob)).status).toBe(200)
})
