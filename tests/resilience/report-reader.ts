import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { openReport, openReportRun, type ReportRun, showReportRun } from '#reports/contract.ts'
import { createStaffClient } from './portal-staff.ts'

/** A report on the scenario's bills, which are enough for a background run. */
export const largeReport = {
  Clients: 'ALP1',
  StartDate: '2026-01-15',
  EndDate: '2026-01-15',
  ReportCode: 'BILLDETAIL',
}
const pollMs = 100
const timeoutMs = 300_000

export type Reader = Awaited<ReturnType<typeof createReportReader>>

/** Signs in a staff user of alpine who requests, watches and opens the large report. */
export async function createReportReader(db: Database, address: string, name: string) {
  const staff = await createStaffClient(db, address, name)

  /** The id of the run; undefined if the portal did not respond. */
  const tryRequest = async (): Promise<string | undefined> => {
    try {
      const { status, headers } = await staff.open(openReport.path, largeReport)
      const [, run] = /^\/report\/(.+)$/.exec(headers.get('location') ?? '') ?? []
      if (!run) throw new UnexpectedResponseError(`The request of a large report returned ${status}.`)
      return run
    } catch (error) {
      if (error instanceof UnexpectedResponseError) throw error
      return undefined
    }
  }

  return {
    tryRequest,
    async requestRun(): Promise<string> {
      const run = await tryRequest()
      if (!run) throw new Error('The request of a large report got no response.')
      return run
    },
    /** Waits until the report has ended. */
    ended: (run: string) => waitForEnd(staff, run),
    open: staff.open,
    /** The status of the response, and the PDF if there is one. */
    async opened(run: string) {
      const answer = await staff.open(openReportRun.path, { Run: run })
      return { status: answer.status, pdf: new Uint8Array(await answer.arrayBuffer()) }
    },
  }
}

async function waitForEnd(
  { get }: Awaited<ReturnType<typeof createStaffClient>>,
  run: string,
): Promise<ReportRun> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await get(showReportRun.path.replace('{run}', run))
    const seen = showReportRun.response.parse(await answer.json())
    if (!['waiting', 'running'].includes(seen.state)) return seen
    if (performance.now() > end)
      throw new Error(`A report is still ${seen.state} after ${timeoutMs / 1000} s.`)
    await pause(pollMs)
  }
}

class UnexpectedResponseError extends Error {}
