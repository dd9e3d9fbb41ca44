import type { TestProject } from 'vitest/node'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { openTestServer, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** Vitest's global setup: one PostgreSQL for all projects of the run, which set up one after another. */
export async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().testServer) return
  const { server, close } = await openTestServer(fillEmptyPortal)
  vitest.provide('testServer', server)
  return close
}
