import type { TestProject } from 'vitest/node'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { openTestServer, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Vitest's global setup: one PostgreSQL for the run. */
export async function setup(project: TestProject) {
  const { server, close } = await openTestServer(fillEmptyPortal)
  project.provide('testServer', server)
  return close
}
