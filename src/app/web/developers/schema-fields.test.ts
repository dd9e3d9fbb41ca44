import { expect, test } from 'vitest'
import { inputFields, openApi, outputFields, schemaFields, typeName } from './open-api-schema.ts'

const call = openApi.parse({
  info: { title: 'Portal', version: '1' },
  paths: {
    '/api/cities/{countryId}': {
      post: {
        summary: 'Cities',
        tags: ['public'],
        parameters: [
          { name: 'countryId', in: 'path', required: true, schema: { type: 'string', maxLength: 2 } },
        ],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
          },
        },
        responses: {
          200: {
            description: 'Done',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['results'],
                  properties: {
                    results: {
                      type: 'array',
                      items: { type: 'object', properties: { id: { type: 'string' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}).paths['/api/cities/{countryId}']?.post

test('lists path parameters before body fields', () => {
  expect(call && inputFields(call)).toEqual([
    { name: 'countryId', location: 'path', type: 'string (at most 2)', required: true },
    { name: 'name', location: 'body', type: 'string', required: false },
  ])
})

test('prefixes nested fields with the name of the list', () => {
  expect(call && outputFields(call).map(({ name, type }) => [name, type])).toEqual([
    ['results', 'list of object'],
    ['results[].id', 'string'],
  ])
})

test.each([
  ['an enum of two values', { enum: ['mi', 'km'] }, '"mi" | "km"'],
  ['a nullable string', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'map of string'],
  ['a number with limits', { type: 'number', minimum: -90, maximum: 90 }, 'number (-90 to 90)'],
  ['an empty schema', {}, 'anything'],
])('describes the type of %s', (_case, schema, words) => {
  expect(typeName(schema)).toBe(words)
})

test('returns no fields for a schema without fields', () => {
  expect(schemaFields({ type: 'string' }, 'body')).toEqual([])
})
