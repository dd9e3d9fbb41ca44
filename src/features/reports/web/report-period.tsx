import { Button } from '@mantine/core'
import { formatDay } from '#platform/contract/calendar.ts'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { today } from '#platform/web/format-instant.ts'
import { messages } from '../messages.ts'
import { faultAt } from './field-error.ts'
import { periodAt, periodNames } from './periods.ts'
import classes from './reports.module.css'
import type { ReportForm } from './use-report-form.ts'

const says = messages.page

/** The date range, typed or taken from a quick range. */
export function ReportPeriod({ values, faults, change }: ReportForm) {
  const day = (field: 'startDate' | 'endDate') => (
    <DateField
      id={fieldId(field)}
      label={says[field]}
      value={values[field]}
      error={faultAt(field, faults)}
      required
      onChange={(text) => change({ [field]: text })}
    />
  )
  return (
    <div className={classes.period}>
      {day('startDate')}
      {day('endDate')}
      <fieldset aria-label={says.usual} className={classes.usual}>
        {periodNames.map((name) => (
          <Button
            key={name}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const { startDate, endDate } = periodAt(name, today())
              change({ startDate: formatDay(startDate), endDate: formatDay(endDate) })
            }}
          >
            {says.periods[name]}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
