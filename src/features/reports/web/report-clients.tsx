import { NativeSelect } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ClientFields } from '#platform/web/client-search/client-fields.tsx'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { messages } from '../messages.ts'
import { fieldError } from './field-error.ts'
import type { ReportForm } from './use-report-form.ts'

/** The choice of clients: one for a single-client report, otherwise several. */
export function ReportClients({ offer, report, values, faults, change }: ReportForm) {
  const fault = fieldError('clients', faults)
  const { clients = [] } = offer
  if (report?.multiClient !== false || clients.length < 2)
    return (
      <ClientFields offer={offer} values={values} errors={fault ? { clients: fault } : {}} change={change} />
    )
  const choices = clients.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <NativeSelect
      id={fieldId('clients')}
      label={clientSearchMessages.client}
      data={[{ value: '', label: messages.page.chooseClient }, ...choices]}
      value={choices.some(({ value }) => value === values.client) ? values.client : ''}
      error={fault}
      aria-required
      onChange={(event) => change({ client: event.currentTarget.value })}
    />
  )
}
