import { Button } from '@mantine/core'
import { formatDay } from '#platform/contract/calendar.ts'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { today } from '#platform/web/format-instant.ts'
import { messages } from '../messages.ts'
import { fieldError } from './field-error.ts'
import { periodNames, resolvePeriod } from './periods.ts'
import classes from './reports.module.css'
import type { ReportForm } from './use-report-form.ts'

const labels = messages.page

/** The date range: two date fields and quick ranges. */
export function ReportPeriod({ values, faults, change }: ReportForm) {
  const day = (field: 'startDate' | 'endDate') => (
    <DateField
      id={fieldId(field)}
      label={labels[field]}
      value={values[field]}
      error={fieldError(field, faults)}
      required
      onChange={(text) => change({ [field]: text })}
    />
  )
  return (
    <div className={classes.period}>
      {day('startDate')}
      {day('endDate')}
      <fieldset aria-label={labels.quickRanges} className={classes.usual}>
        {periodNames.map((name) => (
          <Button
            key={name}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const { startDate, endDate } = resolvePeriod(name, today())
              change({ startDate: formatDay(startDate), endDate: formatDay(endDate) })
            }}
          >
            {labels.periods[name]}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
