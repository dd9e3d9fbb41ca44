import { z } from 'zod'
import {
  allClientsSelected,
  type Client,
  clientSelection,
  selectedCodes,
} from '#platform/web/client-search/client-selection.ts'
import { parseDate } from '#platform/web/date-field/parse-date.ts'

/** A report from the client configuration. */
export type ReportOffer = { code: string; name: string; multiClient: boolean }

/** The form values. */
export const reportValues = clientSelection.extend({
  report: z.string(),
  /** The code of the client, for a single-client report. */
  client: z.string(),
  startDate: z.string(),
  endDate: z.string(),
})
export type ReportValues = z.infer<typeof reportValues>

export const emptyReport: ReportValues = {
  report: '',
  client: '',
  startDate: '',
  endDate: '',
  ...allClientsSelected,
}

/** The selected report; a client with only one report has it preselected. */
export function chosenReport({ report }: ReportValues, reports: readonly ReportOffer[]) {
  const [only, ...others] = reports
  return others.length === 0 ? only : reports.find(({ code }) => code === report)
}

/** The request from the form values; the rules validate it. */
export function orderOf(values: ReportValues, report: ReportOffer | undefined, offered: readonly Client[]) {
  const multiClient = report?.multiClient ?? true
  return {
    reportCode: report?.code ?? '',
    multiClient,
    clients: multiClient ? selectedCodes(values, offered) : oneOf(values, offered),
    startDate: parseDate(values.startDate) ?? values.startDate.trim(),
    endDate: parseDate(values.endDate) ?? values.endDate.trim(),
  }
}

const oneOf = ({ client }: ReportValues, offered: readonly Client[]) =>
  selectedCodes({ allClients: false, clients: [client] }, offered)
