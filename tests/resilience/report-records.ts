import { PDFiumLibrary } from '@hyzyla/pdfium'
import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'

const runState = z.object({ state: z.string(), attempt: z.number() })
const runCounts = z.object({
  runs: z.number(),
  /** The number of audit entries for report requests. */
  ordered: z.number(),
  unfinished: z.number(),
  /** The number of stored PDF parts of unfinished runs. */
  strayParts: z.number(),
  /** The number of finished runs with a missing part. */
  incomplete: z.number(),
})

const incident = z.object({ number: z.string() })

/** Finds the incident number of a demo incident that bills can be added to. */
export async function findIncident({ owner }: DatabaseContext): Promise<string> {
  const found = await owner.transaction().execute(async (scoped) => {
    await sql`select set_config('portal.client_codes', 'ALP1', true)`.execute(scoped)
    return queryRow(
      scoped,
      incident,
      sql`select incident_number as number from incident where client_code = 'ALP1' limit 1`,
    )
  })
  if (!found) throw new Error('The demo data has no incident of ALP1.')
  return found.number
}

/** Finds the state of a run and its number of attempts. */
export async function findRun(
  databaseContext: DatabaseContext,
  run: string,
): Promise<z.infer<typeof runState>> {
  const found = await queryAllRuns(
    databaseContext,
    runState,
    sql`select state, attempt from report_run where id = ${run}`,
  )
  if (!found) throw new Error(`Run ${run} does not exist.`)
  return found
}

/** Counts the stored runs, requests and PDF parts. */
export async function countRuns(databaseContext: DatabaseContext): Promise<z.infer<typeof runCounts>> {
  const found = await queryAllRuns(
    databaseContext,
    runCounts,
    sql`
    select (select count(*) from report_run) as runs,
           (select count(*) from audit_event where action = 'report ordered') as ordered,
           (select count(*) from report_run where state in ('waiting', 'running')) as unfinished,
           (select count(*) from report_part p
             where not exists (select from report_run r where r.id = p.run_id and r.state = 'done')) as "strayParts",
           (select count(*) from report_run r
             where r.state = 'done' and (select count(*) - max(p.position) from report_part p where p.run_id = r.id)
                                        is distinct from 1) as incomplete`,
  )
  if (!found) throw new Error('The count query returned no row.')
  return found
}

const queryAllRuns = <Row extends z.ZodType>(
  { owner }: DatabaseContext,
  row: Row,
  query: Parameters<typeof queryRow>[2],
) =>
  owner.transaction().execute(async (scoped) => {
    await sql`
      select set_config('portal.client_codes', 'ALP1,ALP2,ALP3', true), set_config('portal.makes_reports', 'yes', true)`.execute(
      scoped,
    )
    return queryRow(scoped, row, query)
  })

/** Whether a PDF has each of this many bills exactly once. */
export async function isCompleteReport(pdf: Uint8Array, bills: number): Promise<boolean> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const found = Array.from(document.pages()).flatMap((page) => page.getText().match(/\bMANY\d+\b/g) ?? [])
  document.destroy()
  library.destroy()
  return found.length === bills && new Set(found).size === bills
}
