import { expect, test } from 'vitest'
import { createExample, curlCommand, exampleResponse } from './endpoint-description.tsx'
import { endpointTitle, groupEndpoints, openApi } from './open-api-schema.ts'

const json = (properties: object) => ({ 'application/json': { schema: { type: 'object', properties } } })
const description = openApi.parse({
  info: { title: 'Portal', version: '1' },
  paths: {
    '/api/itn/process': {
      post: {
        summary: 'Decides a bill. 200 when it is decided; 409 with `decision`.',
        tags: ['staff'],
        requestBody: { content: json({ itn: { type: 'string' }, round: { type: ['integer', 'null'] } }) },
        responses: { 200: { content: json({ statusCode: { const: 200 } }) } },
      },
    },
    '/api/states/{countryId}': {
      get: {
        summary: 'States of a country',
        tags: ['by-definition'],
        parameters: [
          { name: 'countryId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'provider-code', in: 'header', required: true, schema: { type: 'string' } },
        ],
      },
    },
    '/api/casesummary': {
      post: {
        tags: ['staff'],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { IncidentNumber: { type: 'string' } } },
            },
          },
        },
      },
    },
    '/api/elsewhere': { get: {} },
  },
})
const all = groupEndpoints(description)
const callTo = (path: string) => {
  const call = all.flatMap(({ calls }) => calls).find((each) => each.path === path)
  if (!call) throw new Error(path)
  return call
}

test('assigns every endpoint to an area', () => {
  expect(all.map(({ area, calls }) => [area, calls.map(({ path }) => path)])).toEqual([
    ['search', ['/api/states/{countryId}']],
    ['cases', ['/api/casesummary']],
    ['authorizations', ['/api/itn/process']],
    ['other', ['/api/elsewhere']],
  ])
})

test('finds endpoints by method, path and summary regardless of case', () => {
  const found = groupEndpoints(description, ' DECIDES ')
  expect(found.flatMap(({ calls }) => calls.map(({ path }) => path))).toEqual(['/api/itn/process'])
  expect(groupEndpoints(description, 'nothing like it')).toEqual([])
})

test('uses the first words of the summary, or the path, as the title', () => {
  expect(endpointTitle(callTo('/api/itn/process'))).toBe('Decides a bill')
  expect(endpointTitle(callTo('/api/elsewhere'))).toBe('/api/elsewhere')
})

test('writes a curl command with credentials and a JSON body', () => {
  expect(curlCommand(callTo('/api/itn/process'), 'https://portal.example.com')).toBe(
    [
      "curl -X POST 'https://portal.example.com/api/itn/process'",
      "-H 'Authorization: Bearer PORTAL_TOKEN'",
      '-b cookies.txt',
      "-H 'Content-Type: application/json'",
      `-d '{"itn":"ITN9000001","round":1}'`,
    ].join(' \\\n  '),
  )
})

test('places path parameters, headers and form fields correctly in the curl command', () => {
  expect(curlCommand(callTo('/api/states/{countryId}'), '')).toBe(
    "curl -X GET '/api/states/US' \\\n  -H 'provider-code: publicDomestic'",
  )
  expect(curlCommand(callTo('/api/casesummary'), '')).toContain(
    "--data-urlencode 'IncidentNumber=26000000001'",
  )
})

test('shows JSON responses and omits others', () => {
  expect(exampleResponse(callTo('/api/itn/process').operation)).toBe('{\n  "statusCode": 200\n}')
  expect(exampleResponse(callTo('/api/casesummary').operation)).toBeUndefined()
})

test.each([
  [{ enum: ['mi', 'km'] }, 'mi'],
  [{ anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, '2026-01-31'],
  [{ type: 'array', items: { type: 'number' } }, [1]],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, { key: true }],
  [{}, 'text'],
])('%j has the example %j', (schema, example) => {
  expect(createExample(schema)).toEqual(example)
})
