import { afterAll, beforeAll, inject } from 'vitest'
import { cloneDatabase } from './database.ts'

/** Clones a database before the tests of a file and drops it after them. */
export function setUpDatabase() {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase(inject('testServer'))
  })
  afterAll(() => database.drop())
  return {
    get name() {
      return database.name
    },
    get databaseContext() {
      return database.databaseContext
    },
  }
}
