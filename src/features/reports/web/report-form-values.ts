import { z } from 'zod'
import {
  allClientsSelected,
  type Client,
  clientSelection,
  selectedCodes,
} from '#platform/web/client-search/client-selection.ts'
import { parseDate } from '#platform/web/date-field/parse-date.ts'

/** A report from the client configuration. */
export type AvailableReport = { code: string; name: string; multiClient: boolean }

/** The values of the report form. */
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

/** Finds the selected report; the only report of a client is preselected. */
export function findSelectedReport({ report }: ReportValues, reports: readonly AvailableReport[]) {
  const [only, ...others] = reports
  return others.length === 0 ? only : reports.find(({ code }) => code === report)
}

/** Converts the form values to report input, which `validateReport` checks. */
export function toReportInput(
  values: ReportValues,
  report: AvailableReport | undefined,
  clients: readonly Client[],
) {
  const multiClient = report?.multiClient ?? true
  return {
    reportCode: report?.code ?? '',
    multiClient,
    clients: multiClient ? selectedCodes(values, clients) : selectedClient(values, clients),
    startDate: parseDate(values.startDate) ?? values.startDate.trim(),
    endDate: parseDate(values.endDate) ?? values.endDate.trim(),
  }
}

const selectedClient = ({ client }: ReportValues, clients: readonly Client[]) =>
  selectedCodes({ allClients: false, clients: [client] }, clients)
