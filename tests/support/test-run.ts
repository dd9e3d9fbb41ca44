import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { openTestServer, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** A folder for files that several test files use. */
    runFolder: string
  }
}

/** Vitest's global setup: one PostgreSQL for all projects of the run, which set up one after another. */
export async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().testServer) return
  const { server, close } = await openTestServer(fillEmptyPortal)
  const runFolder = await mkdtemp(join(tmpdir(), 'portal-test-run-'))
  vitest.provide('testServer', server)
  vitest.provide('runFolder', runFolder)
  return async () => {
    await close()
    await rm(runFolder, { recursive: true, force: true })
  }
}
