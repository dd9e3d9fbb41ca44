import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { findDefinitionByCode } from '#provider-search/server/search-definitions.ts'
import { freePort, run, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import {
  type DatasetSource,
  definitionCode,
  fillWithProviders,
  readDatasetSource,
} from './provider-dataset.ts'

/** Settings for benchmarks over HTTP, where one address sends every request. */
export const limits = { RATE_LIMIT_PER_MINUTE: '100000000', SEARCH_CONCURRENCY: '16' }

/**
 * A portal with providers, with the embedded PostgreSQL in its durable mode: in a temporary folder or in the folder
 * `KEEP_IN`, which is filled once and kept.
 */
export async function openBenchPortal(rows: number) {
  const keptFolder = process.env.KEEP_IN
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')))
  const config = readConfig({ DATA_DIR: dataDir })
  const databaseContext = await openDatabaseContext(config, 'command', () => {})
  const close = async () => {
    await databaseContext.close()
    if (!keptFolder) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(databaseContext.owner)
    await fillEmptyPortal(databaseContext)
    const source: DatasetSource = await readDatasetSource(databaseContext)
    if (!(await findDefinitionByCode(databaseContext.owner, definitionCode))) {
      const began = performance.now()
      await fillWithProviders(databaseContext, source, rows)
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`${rows.toLocaleString('en-US')} providers generated and imported in ${seconds} s.\n`)
    }
    return { dataDir, databaseContext, source, close, serve: startPortalProcess.bind(undefined, dataDir) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts the portal in a separate process on the same folder. */
async function startPortalProcess(dataDir: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
    ...limits,
    ...settings,
  }
  const portal = run([process.execPath, 'src/app/main.ts'], { env: { PATH: process.env.PATH ?? '', ...env } })
  await waitUntilReady(portal, port)
  return {
    origin: `http://127.0.0.1:${port}`,
    process: Number(portal.child.pid),
    stop: () => terminate(portal),
  }
}

/** Starts a separate server process that responds to every request with this many bytes. */
export async function startBareServer(bytes: number) {
  const port = await freePort()
  const env = { PATH: process.env.PATH ?? '', PORT: String(port), ANSWER_BYTES: String(bytes) }
  const server = run([process.execPath, 'bench/baseline-server.ts'], { env })
  await waitUntilReady(server, port)
  return {
    origin: `http://127.0.0.1:${port}`,
    process: Number(server.child.pid),
    stop: () => terminate(server),
  }
}
