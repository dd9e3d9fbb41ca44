import { Button } from '@mantine/core'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { messages } from '../messages.ts'
import classes from './billing.module.css'

type Dates = { from: string; to: string }

/** Between which days of service bills are shown; all of them while the dates are no range. */
export function ServiceDates({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  return (
    <fieldset className={classes.dates}>
      <legend>{messages.serviceDates}</legend>
      <DateField label={messages.from} value={dates.from} onChange={(from) => onChange({ ...dates, from })} />
      <DateField label={messages.to} value={dates.to} onChange={(to) => onChange({ ...dates, to })} />
      {(dates.from || dates.to) && (
        <Button variant="subtle" onClick={() => onChange({ from: '', to: '' })}>
          {messages.clearDates}
        </Button>
      )}
    </fieldset>
  )
}
