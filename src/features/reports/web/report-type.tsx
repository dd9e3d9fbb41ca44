import { NativeSelect } from '@mantine/core'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { messages } from '../messages.ts'
import { fieldError } from './field-error.ts'
import classes from './reports.module.css'
import type { ReportForm } from './use-report-form.ts'

const text = messages.page
const descriptions: Readonly<Record<string, string>> = text.descriptions

/** The choice of report, with its description. */
export function ReportType({ reports, report, faults, change }: ReportForm) {
  const choices = reports.map(({ code, name }) => ({ value: code, label: name }))
  const unchosen = { value: '', label: text.chooseReport }
  return (
    <NativeSelect
      id={fieldId('reportCode')}
      className={classes.wide}
      label={text.report}
      data={choices.length === 1 ? choices : [unchosen, ...choices]}
      value={report?.code ?? ''}
      error={fieldError('reportCode', faults)}
      description={report && descriptions[report.code]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      aria-required
      onChange={(event) => change({ report: event.currentTarget.value })}
    />
  )
}
