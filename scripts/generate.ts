// `npm run generate` writes the generated files: the README's tables, .env.example, docs/endpoints.md and docs/schema.sql.
// With --check it writes nothing; it names the files that are out of date and exits with 1.
import { readFileSync, writeFileSync } from 'node:fs'
import { openTemporaryPostgres } from '#embedded-postgres/temporary-postgres.ts'
import { openDatabase } from '#platform/db/database.ts'
import { portalApplication } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { endpointsDocument, endpointsFile, readContracts } from './endpoints.ts'
import { envExample, envExampleFile } from './env-example.ts'
import { freshReadme, readmeFile } from './readme.ts'
import { dumpSchema, schemaFile } from './schema.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const stale = [
  { path: readmeFile, text: freshReadme(read(readmeFile)) },
  { path: envExampleFile, text: envExample() },
  { path: endpointsFile, text: endpointsDocument(await readContracts()) },
  { path: schemaFile, text: await schemaOfMigrations() },
].filter(({ path, text }) => read(path) !== text)

if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is out of date. Run: npm run generate`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const { path, text } of stale) writeFileSync(path, text)
}

async function schemaOfMigrations(): Promise<string> {
  const postgres = await openTemporaryPostgres(portalApplication)
  const owner = openDatabase(postgres.owner, { connections: 1, statementTimeoutMs: 120_000 })
  try {
    await migrate(owner)
    return await dumpSchema(owner)
  } finally {
    await owner.destroy()
    await postgres.close()
  }
}
