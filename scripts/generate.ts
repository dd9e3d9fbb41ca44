// `npm run generate`: regenerates the README's tables, .env.example and docs/schema.sql.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '#platform/server/database.ts'
import { openTemporaryPostgres } from '#platform/server/embedded/temporary-postgres.ts'
import { migrate } from '#platform/server/migrations.ts'
import { envExample, envExampleFile } from './env-example.ts'
import { freshReadme, readmeFile } from './readme.ts'
import { dumpSchema, schemaFile } from './schema.ts'

writeFileSync(readmeFile, freshReadme(readFileSync(readmeFile, 'utf8')))
writeFileSync(envExampleFile, envExample())
writeFileSync(resolve(schemaFile), await schemaOfMigrations())

async function schemaOfMigrations(): Promise<string> {
  const postgres = await openTemporaryPostgres()
  const owner = openDatabase(postgres.owner, { connections: 1, statementTimeoutMs: 120_000 })
  try {
    await migrate(owner)
    return await dumpSchema(owner)
  } finally {
    await owner.destroy()
    await postgres.close()
  }
}
