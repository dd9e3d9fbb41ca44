import { useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import type { AvailableClients } from '#platform/web/client-search/client-selection.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { useTabState } from '#platform/web/tab-storage.ts'
import { openReport } from '../contract.ts'
import { validateReport } from '../rules.ts'
import { chosenReport, emptyReport, orderOf, type ReportOffer, reportValues } from './report-form-values.ts'

type Offered = { reports: readonly ReportOffer[]; offer: AvailableClients; onOpen: OpenDocument }

export type ReportForm = ReturnType<typeof useReportForm>

/** The report form, kept across page visits; errors appear after the first failed submit. */
export function useReportForm({ reports, offer, onOpen }: Offered) {
  const [values, setValues] = useTabState('reports', reportValues, emptyReport)
  const [refusals, setRefusals] = useState(0)
  const { clients } = offer
  const report = chosenReport(values, reports)
  const order = orderOf(values, report, clients ?? [])
  const found = clients ? validateReport(order) : []

  const submit = () => {
    if (!clients) return showError(clientSearchMessages.clientsNotReady)
    if (found.length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    const { reportCode, startDate, endDate } = order
    void onOpen(openReport, {
      Clients: order.clients.join(),
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
