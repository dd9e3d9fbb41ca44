import { z } from 'zod'
import {
  type Client,
  clientsChosen,
  codesOf,
  everybody,
} from '#platform/web/client-search/client-selection.ts'
import { typedDay } from '#platform/web/date-field/parse-date.ts'

/** A report that the client has, as its configuration says it. */
export type ReportOffer = { code: string; name: string; multiClient: boolean }

/** What the form holds. */
export const reportValues = clientsChosen.extend({
  report: z.string(),
  /** The code of the one client, where the report takes one. */
  client: z.string(),
  startDate: z.string(),
  endDate: z.string(),
})
export type ReportValues = z.infer<typeof reportValues>

export const emptyReport: ReportValues = { report: '', client: '', startDate: '', endDate: '', ...everybody }

/** The report that is chosen: who has one only has chosen it. */
export function chosenReport({ report }: ReportValues, reports: readonly ReportOffer[]) {
  const [only, ...others] = reports
  return others.length === 0 ? only : reports.find(({ code }) => code === report)
}

/** What the form asks for; its faults are told by the rules. */
export function orderOf(values: ReportValues, report: ReportOffer | undefined, offered: readonly Client[]) {
  const multiClient = report?.multiClient ?? true
  return {
    reportCode: report?.code ?? '',
    multiClient,
    clients: multiClient ? codesOf(values, offered) : oneOf(values, offered),
    startDate: typedDay(values.startDate) ?? values.startDate.trim(),
    endDate: typedDay(values.endDate) ?? values.endDate.trim(),
  }
}

const oneOf = ({ client }: ReportValues, offered: readonly Client[]) =>
  codesOf({ allClients: false, clients: [client] }, offered)
