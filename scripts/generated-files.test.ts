import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { migrate } from '#platform/server/migrations.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { envExample, envExampleFile } from './env-example.ts'
import { dumpSchema, schemaFile } from './schema.ts'

test('.env.example lists the current settings; if not: npm run generate', () => {
  expect(readFileSync(envExampleFile, 'utf8')).toBe(envExample())
})

test('docs/schema.sql is the schema of the migrations; if not: npm run generate', async () => {
  const { databaseContext, drop } = await cloneDatabase(inject('testServer'), 'template0')
  try {
    await migrate(databaseContext.owner)
    expect(await dumpSchema(databaseContext.owner)).toBe(readFileSync(schemaFile, 'utf8'))
  } finally {
    await drop()
  }
})
