import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { showError } from '#platform/web/error-notice.tsx'
import {
  type FieldErrors,
  useAppForm,
  useFormValues,
  withFieldErrors,
} from '#platform/web/form/use-app-form.ts'
import {
  type AvailableClients,
  allClientsSelected,
  type Client,
  clientSelection,
  selectedCodes,
} from '#platform/web/multi-client-search/client-selection.ts'
import { useTabState } from '#platform/web/storage.ts'
import { openReport } from '../contract.ts'
import { type ReportError, validateReport } from '../rules.ts'
import { toSearch } from './view/report-links.tsx'

type ReportFormProps = { reports: readonly AvailableReport[]; offer: AvailableClients; onOpen: OpenDocument }

export type ReportForm = ReturnType<typeof useReportForm>

/** The state of the report form, which survives navigation. */
export function useReportForm({ reports, offer, onOpen }: ReportFormProps) {
  const navigate = useNavigate()
  const [stored, store] = useTabState('reports', reportValues, emptyReport)
  const { clients } = offer
  const toInput = (values: ReportValues) =>
    toReportInput(values, findSelectedReport(values, reports), clients ?? [])
  const form = useAppForm({
    schema: withFieldErrors(reportValues, (values) =>
      clients ? toFieldErrors(validateReport(toInput(values))) : {},
    ),
    defaultValues: stored,
    idPrefix: 'search',
    onChange: store,
  })
  const values = useFormValues(form)
  const submit = (submitted: ReportValues) => {
    if (!clients) return showError(clientSearchMessages.clientsNotReady)
    const { reportCode, startDate, endDate, clients: chosen } = toInput(submitted)
    const fields = { StartDate: startDate, EndDate: endDate, ReportCode: reportCode }
    void onOpen(createDocumentRequest(openReport, { Clients: chosen.join(), ...fields }))
  }
  const show = (submitted: ReportValues) => {
    if (!clients) return showError(clientSearchMessages.clientsNotReady)
    const { reportCode: code, startDate: start, endDate: end, clients: chosen } = toInput(submitted)
    const isAll = chosen.length === clients.length
    const search = toSearch({ report: code, clients: isAll ? '' : chosen.join(), start, end })
    void navigate({ to: '/reports/view', search })
  }
  const { errors, change, fieldId } = form
  return {
    offer,
    reports,
    form,
    values,
    errors,
    change,
    fieldId,
    submit,
    show,
    report: findSelectedReport(values, reports),
    reset: () => {
      form.reset(emptyReport)
      store(emptyReport)
    },
  }
}

/** Returns the error message of each invalid field. */
const toFieldErrors = (errors: readonly ReportError[]): FieldErrors<ReportValues> =>
  Object.fromEntries(
    errors.flatMap(({ fields, sentence }) =>
      fields.map((field) => [field === 'reportCode' ? 'report' : field, sentence]),
    ),
  )

/** A report from the client configuration. */
type AvailableReport = { code: string; name: string; multiClient: boolean }

/** The values of the report form. */
const reportValues = clientSelection.extend({
  report: z.string(),
  /** The code of the client, for a single-client report. */
  client: z.string(),
  startDate: z.string(),
  endDate: z.string(),
})
type ReportValues = z.infer<typeof reportValues>

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

/** A quick range with its first and last day in wire format. */
type Period = { name: PeriodName; startDate: string; endDate: string }

export const periodNames = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'lastSixMonths',
  'thisYear',
  'lastYear',
] as const
type PeriodName = (typeof periodNames)[number]

/** Returns the first and last day of a quick range as of a given day. A current period ends on that day. */
export function resolvePeriod(name: PeriodName, today: string): Period {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  const until = (start: string) => ({ name, startDate: start, endDate: today })
  const whole = (first: number, months: number) => ({
    name,
    startDate: toDay(year, first, 1),
    endDate: toDay(year, first + months, 0),
  })
  return {
    thisMonth: until(toDay(year, month, 1)),
    lastMonth: whole(month - 1, 1),
    thisQuarter: until(toDay(year, quarter, 1)),
    lastQuarter: whole(quarter - 3, 3),
    lastSixMonths: whole(month - 6, 6),
    thisYear: until(toDay(year, 1, 1)),
    lastYear: whole(-11, 12),
  }[name]
}

/** Formats a calendar day. A month or day that is out of range rolls over. */
const toDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
