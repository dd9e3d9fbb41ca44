import { useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import type { AvailableClients } from '#platform/web/client-search/client-selection.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { useTabState } from '#platform/web/tab-storage.ts'
import { openReport } from '../contract.ts'
import { validateReport } from '../rules.ts'
import {
  type AvailableReport,
  emptyReport,
  findSelectedReport,
  reportValues,
  toReportInput,
} from './report-form-values.ts'

type ReportFormProps = { reports: readonly AvailableReport[]; offer: AvailableClients; onOpen: OpenDocument }

export type ReportForm = ReturnType<typeof useReportForm>

/** The state of the report form, which survives navigation; errors appear after the first failed submit. */
export function useReportForm({ reports, offer, onOpen }: ReportFormProps) {
  const [values, setValues] = useTabState('reports', reportValues, emptyReport)
  const [refusals, setRefusals] = useState(0)
  const { clients } = offer
  const report = findSelectedReport(values, reports)
  const input = toReportInput(values, report, clients ?? [])
  const found = clients ? validateReport(input) : []

  const submit = () => {
    if (!clients) return showError(clientSearchMessages.clientsNotReady)
    if (found.length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    const { reportCode, startDate, endDate } = input
    void onOpen(openReport, {
      Clients: input.clients.join(),
      StartDate: startDate,
      EndDate: endDate,
      ReportCode: reportCode,
    })
  }
  const reset = () => {
    setRefusals(0)
    setValues(emptyReport)
  }
  return {
    ...{ offer, reports, report, values, refusals, submit, reset },
    faults: refusals > 0 ? found : [],
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
  }
}
