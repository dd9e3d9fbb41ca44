import { Button } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { messages } from '../messages.ts'
import classes from './billing.module.css'
import { noDates, type TypedDates, validateDates } from './filter-by-service-date.ts'

type ServiceDateFilterProps = { dates: TypedDates; onChange: (dates: TypedDates) => void }

/** Filters bills by service date. An invalid range shows all bills and, after the field loses focus, an error. */
export function ServiceDateFilter({ dates, onChange }: ServiceDateFilterProps) {
  const [typing, setTyping] = useState<keyof TypedDates>()
  const errors = validateDates(dates)
  const day = (field: keyof TypedDates) => (
    <DateField
      label={messages[field]}
      value={dates[field]}
      error={typing === field ? undefined : errors[field]}
      onChange={(text) => {
        setTyping(field)
        onChange({ ...dates, [field]: text })
      }}
    />
  )
  return (
    <fieldset className={classes.dates} data-noprint onBlur={() => setTyping(undefined)}>
      <legend>{messages.serviceDates}</legend>
      {day('from')}
      {day('to')}
      {(dates.from || dates.to) && (
        <Button variant="subtle" onClick={() => onChange(noDates)}>
          {messages.clearDates}
        </Button>
      )}
    </fieldset>
  )
}
