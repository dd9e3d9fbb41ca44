import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import type { z } from 'zod'
import { openServer } from '#app/server.ts'
import { openLog } from '#platform/config/log.ts'
import { type Config, readConfig } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { buildRequest } from '#platform/web/api-client.ts'
import { cloneDatabase } from './database.ts'

/** Logs nothing, is always ready and serves no pages. */
const alone = { log: openLog('silent'), reasonToWait: () => undefined, pages: false }

/** The minimal settings for a start under the production rules. */
export const productionSettings = {
  PUBLIC_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
} satisfies Partial<Config>

/** Opens a portal for a test file: a fresh database from a template and a server on it. */
export async function openPortal(settings: Partial<Config> = {}, template?: string) {
  const { name, databaseContext, drop } = await cloneDatabase(inject('testServer'), template)
  const dataDir = join(tmpdir(), `portal-${randomUUID()}`)
  const config = { ...readConfig({}), DATA_DIR: dataDir, CAPTCHA_MAX_ITERATIONS: 30, ...settings }
  const open = (changed: Partial<Config> = {}) =>
    openServer({ config: { ...config, ...changed }, db: databaseContext.app, ...alone })
  const app = await open()
  return {
    app,
    config,
    /** The name of its database. */
    name,
    databaseContext,
    /** The database as the serving role sees it. */
    db: databaseContext.app,
    /** Opens another server on the same database, like a second process. */
    another: open,
    insert: (table: string, row: Record<string, unknown>) => insertRow(databaseContext.owner, table, row),
    call: <Request extends z.ZodObject, Response extends z.ZodType>(
      contract: Endpoint<Request, Response>,
      input: z.input<Request>,
      from?: { remoteAddress?: string; headers?: Record<string, string> },
    ): Promise<LightMyRequestResponse> => {
      const { url, init } = buildRequest(contract as unknown as Endpoint, input)
      return app.inject({
        method: contract.method,
        url,
        headers: { ...(init.headers as Record<string, string>), ...from?.headers },
        ...(init.body ? { payload: init.body as string } : {}),
        ...(from?.remoteAddress ? { remoteAddress: from.remoteAddress } : {}),
      })
    },
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
      await drop()
    },
  }
}

/** Inserts a row with these columns. */
export function insertRow(db: Database, table: string, row: Record<string, unknown>) {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  return execute(
    db,
    sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`,
  )
}
