import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/server/database.ts'
import { openReport, openReportRun, type ReportRun, showReportRun } from '#reports/contract.ts'
import { staffAt } from './portal-staff.ts'

/** A report of the scenario's bills: too many to wait for. */
const order = {
  Clients: 'ALP1',
  StartDate: '2026-01-15',
  EndDate: '2026-01-15',
  ReportCode: 'BILLDETAIL',
}
const lookEveryMs = 100
const timeoutMs = 300_000

export type Reader = Awaited<ReturnType<typeof readerAt>>

/** A staff user of alpine who runs the large report, watches it and opens it. */
export async function readerAt(db: Database, address: string, name: string) {
  const staff = await staffAt(db, address, name)

  /** The id of the run; undefined if the portal did not respond. */
  const asked = async (): Promise<string | undefined> => {
    try {
      const { status, headers } = await staff.open(openReport.path, order)
      const [, run] = /^\/report\/(.+)$/.exec(headers.get('location') ?? '') ?? []
      if (!run) throw new Unexpected(`The order of a large report was answered with ${status}.`)
      return run
    } catch (error) {
      if (error instanceof Unexpected) throw error
      return undefined
    }
  }

  return {
    asked,
    async ordered(): Promise<string> {
      const run = await asked()
      if (!run) throw new Error('The order of a large report was not answered.')
      return run
    },
    /** The report once it has ended. */
    ended: (run: string) => endOf(staff, run),
    /** The status of the response, and the PDF if there is one. */
    async opened(run: string) {
      const answer = await staff.open(openReportRun.path, { Run: run })
      return { status: answer.status, pdf: new Uint8Array(await answer.arrayBuffer()) }
    },
  }
}

async function endOf({ get }: Awaited<ReturnType<typeof staffAt>>, run: string): Promise<ReportRun> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await get(showReportRun.path.replace('{run}', run))
    const seen = showReportRun.response.parse(await answer.json())
    if (!['waiting', 'running'].includes(seen.state)) return seen
    if (performance.now() > end) throw new Error(`A report is ${seen.state} for ${timeoutMs / 1000} s.`)
    await pause(lookEveryMs)
  }
}

class Unexpected extends Error {}
