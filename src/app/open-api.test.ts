import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'

type Description = { paths: Record<string, Record<string, { operationId: string; requestBody?: unknown }>> }

let portal: Awaited<ReturnType<typeof openPortal>>
let description: Description

beforeAll(async () => {
  portal = await openPortal()
  description = (await portal.app.inject('/api/openapi.json')).json()
})
afterAll(() => portal.close())

const faultsOf = async (value: Description) => {
  const { valid, errors } = await new Validator().validate(structuredClone(value))
  return valid ? [] : errors
}

test('detects an invalid OpenAPI description', async () => {
  expect(await faultsOf({ ...description, paths: { 'no-slash': {} } })).not.toEqual([])
})

test('the API description is valid OpenAPI 3.1', async () => {
  expect(await faultsOf(description)).toEqual([])
})

test('every operation has a unique identifier', () => {
  const names = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(names).toHaveLength(portal.app.contracts.length)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('getStatesByCountryId')
  for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/)
})

test('forms of staff have the field of a ticket, and forms of members do not', () => {
  const forms = portal.app.contracts.filter(({ form }) => form)
  const withTicket = forms.filter(({ path, method }) =>
    JSON.stringify(description.paths[path]?.[method.toLowerCase()]?.requestBody).includes('"Token"'),
  )
  expect(forms.map(({ access }) => access)).toContain('member')
  expect(withTicket).toEqual(forms.filter(({ access }) => access === 'staff'))
})
