import { NativeSelect } from '@mantine/core'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { messages } from '../messages.ts'
import { faultAt } from './field-error.ts'
import classes from './reports.module.css'
import type { ReportForm } from './use-report-form.ts'

const says = messages.page
const proofs: Readonly<Record<string, string>> = says.proves

/** The choice of report, with its description. */
export function ReportType({ reports, report, faults, change }: ReportForm) {
  const choices = reports.map(({ code, name }) => ({ value: code, label: name }))
  const unchosen = { value: '', label: says.chooseReport }
  return (
    <NativeSelect
      id={fieldId('reportCode')}
      className={classes.wide}
      label={says.report}
      data={choices.length === 1 ? choices : [unchosen, ...choices]}
      value={report?.code ?? ''}
      error={faultAt('reportCode', faults)}
      description={report && proofs[report.code]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      aria-required
      onChange={(event) => change({ report: event.currentTarget.value })}
    />
  )
}
