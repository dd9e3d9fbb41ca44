import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import { openServer } from '#app/server.ts'
import { caseFileNames, caseFiles } from '#cases/server/import/case-files.ts'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { buildRequest } from '#platform/web/api-client.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { limits } from './bench-portal.ts'
import { assignFiles, clientCodes, clientCount, insertCases } from './case-dataset.ts'

export type CasePortal = Awaited<ReturnType<typeof openCasePortal>>

/**
 * Opens a portal with this many patients across 200 clients, in which every case has this file. The portal is
 * in a temporary folder or in the folder `KEEP_IN`, which is filled once and kept.
 */
export async function openCasePortal(patients: number, sha256: string) {
  const keptFolder = process.env.KEEP_IN
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')))
  const config = readConfig({ DATA_DIR: dataDir, ...limits })
  const databaseContext = await openDatabaseContext(config, 'command', () => {})
  const app = await openServer({
    config,
    db: databaseContext.app,
    log: openLog('silent'),
    pages: true,
    reasonToWait: () => undefined,
  })
  const close = async () => {
    await app.close()
    await databaseContext.close()
    if (!keptFolder) await rm(dataDir, { recursive: true, force: true })
  }
  const call = createCall(app)
  const portal = { app, db: databaseContext.app, databaseContext, call }
  try {
    await migrate(databaseContext.owner)
    const owner = await databaseContext.connect()
    try {
      if (!(await isFilled(owner))) await fill(portal, owner, { patients, sha256 })
    } finally {
      await owner.end()
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ...portal, dataDir, staffOf: (clientId: string) => signInStaff(portal, clientId), close }
}

/** Calls the server directly, without the network. */
const createCall =
  (app: FastifyInstance) =>
  <Request extends z.ZodObject>(
    contract: Endpoint<Request, z.ZodType>,
    input: z.input<Request>,
    from?: { headers?: Record<string, string> },
  ) => {
    const { url, init } = buildRequest(contract as unknown as Endpoint, input)
    const headers = { ...(init.headers as Record<string, string>), ...from?.headers }
    const payload = init.body ? { payload: init.body as string } : {}
    return app.inject({ method: contract.method, url, headers, ...payload })
  }

const tables = [...caseFileNames.map((name) => caseFiles[name].table), 'document_file', 'patient_name']

/** Whether the portal is filled: the table that is filled last has rows. */
async function isFilled(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(
    `select from pg_class where oid = 'document_file'::regclass and reltuples > 0`,
  )
  return rows.length > 0
}

type Filling = { patients: number; sha256: string }

async function fill(
  portal: Parameters<typeof addClient>[0],
  owner: pg.Client,
  { patients, sha256 }: Filling,
) {
  const everything = { patientSearch: true, currentActivity: true, caseSummary: true }
  for (let client = 0; client < clientCount; client += 1)
    await addClient(portal, `client-${client}`, clientCodes(client), everything)
  await owner.query('set statement_timeout = 0')
  const began = performance.now()
  for (const table of tables) await owner.query(`alter table ${table} no force row level security`)
  await insertCases(owner, { first: 1, patients })
  await assignFiles(owner, sha256)
  for (const table of tables) await owner.query(`alter table ${table} force row level security`)
  for (const table of tables) await owner.query(`vacuum analyze ${table}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${patients.toLocaleString('en-US')} patients, with everything, generated in ${seconds} s.\n`)
}

/** Makes a bill in twenty wait for a decision, received on the day after the service. */
export async function addAuthorizations({ databaseContext }: CasePortal) {
  const owner = await databaseContext.connect()
  await owner.query('set statement_timeout = 0')
  await owner.query("set portal.every_client = 'yes'")
  await owner.query('update client set client_auth = true')
  await owner.query(`
    insert into authorization_request (itn, client_code, incident_number, patient_name, provider_name, service_from,
                                       service_to, currency, total_charge, received_at)
    select itn, b.client_code, incident_number, last_name || ', ' || first_name, provider_name, service_from,
           service_to, currency, total_charges, service_to + interval '1 day'
      from bill b
      join incident i using (incident_number)
      join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
     where itn ~ '[05]5$'
        on conflict do nothing`)
  await owner.query('vacuum analyze authorization_request')
  await owner.end()
}

/** Drops the case indexes that belong to no constraint; returns the statements that recreate them. */
export async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(`
    select index_class.relname as name, pg_get_indexdef(indexrelid) as definition
      from pg_index
      join pg_class index_class on index_class.oid = indexrelid
     where indrelid = any('{${tables.join()}}'::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
