import type { TestServer } from '#test-support/database.ts'

/** The databases that a test can start with: an empty portal, or one with demo data. */
export type InitialData = 'empty' | 'demo'

type Databases = { server: TestServer; templates: Record<InitialData, string> }

/** Records the databases of this run for its workers, which do not load the code that fills them. */
export function recordRunDatabases(databases: Databases) {
  process.env.E2E_DATABASES = JSON.stringify(databases)
}

/** The databases of this run, as recorded by the global setup. */
export const readRunDatabases = (): Databases => JSON.parse(process.env.E2E_DATABASES ?? '{}')
