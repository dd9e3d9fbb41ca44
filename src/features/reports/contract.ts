import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'

/** The criteria of a report. */
export const reportCriteria = z.object({
  /** Client codes separated by commas; they only narrow the scope. */
  Clients: z.string().max(4000).default(''),
  /** Days as YYYY-MM-DD or M/D/YYYY. */
  StartDate: z.string().trim().default(''),
  EndDate: z.string().trim().default(''),
  ReportCode: z.string().trim().max(20).default(''),
})

export const openReport = endpoint({
  method: 'POST',
  path: '/api/reports/report.pdf',
  access: 'staff',
  form: true,
  summary:
    'A report as a PDF. Redirects to /no-data if it is empty, or to its progress if it is large enough to run in the background.',
  request: reportCriteria,
  response: binaryResponse('application/pdf'),
})

/** The ID of a run; an invalid ID matches no run. */
const run = z.string().max(100)

/** A background run of a report. */
export const reportRun = z.object({
  id: z.uuid(),
  /** "Bill Detail", and the period for display: "1/1/2026 – 6/30/2026". */
  name: z.string(),
  period: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** The number of rows rendered so far, and the total number of rows. */
  rowsDone: z.number().int(),
  rows: z.number().int(),
  /** When the report expires and is deleted (ISO 8601 with Z). */
  keptUntil: z.string().nullable(),
})
export type ReportRun = z.infer<typeof reportRun>

export const listReportRuns = endpoint({
  method: 'GET',
  path: '/api/reports/runs',
  access: 'staff',
  summary: "The user's large reports for the current client that are in progress or available, newest first.",
  request: z.object({}),
  response: z.object({ runs: z.array(reportRun) }),
})

export const showReportRun = endpoint({
  method: 'GET',
  path: '/api/reports/runs/{run}',
  access: 'staff',
  summary: 'The progress of a large report, visible only to its requester.',
  request: z.object({ run }),
  response: reportRun,
})

export const cancelReportRun = endpoint({
  method: 'POST',
  path: '/api/reports/runs/{run}/cancel',
  access: 'staff',
  summary: 'Cancels a large report in progress; a finished one is unaffected.',
  request: z.object({ run }),
  response: reportRun,
})

export const openReportRun = endpoint({
  method: 'POST',
  path: '/api/reports/run.pdf',
  access: 'staff',
  form: true,
  summary: 'A finished large report as a PDF.',
  request: z.object({ Run: run }),
  response: binaryResponse('application/pdf'),
})
