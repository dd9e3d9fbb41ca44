import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { type DateOrder, parseDate } from '../../contract/parse-date.ts'
import { messages } from '../../messages.ts'
import classes from './date-field.module.css'

type DateFieldProps = {
  id?: string
  label: string
  /** The typed text, whether or not it is a date. */
  value: string
  onChange: (text: string) => void
  /** Called when the field loses the focus, after the text has been formatted. */
  onBlur?: () => void
  error?: ReactNode
  required?: boolean
  /** `lg` is for pages that people use only once. */
  size?: 'lg'
  notation?: DateNotation
}

/** How a language writes dates. */
export type DateNotation = {
  order: DateOrder
  /** Writes a date given as YYYY-MM-DD. */
  format: (day: string) => string
  placeholder: string
  /** The label of the button that opens the date picker. */
  choose: string
}

const english: DateNotation = {
  order: 'month first',
  format: formatDay,
  placeholder: messages.date.form,
  choose: messages.date.choose,
}

/** A date, typed in common formats and shown as M/D/YYYY, or chosen in the browser's date picker. */
export function DateField(props: DateFieldProps) {
  const { id, label, value, onChange, onBlur, error, required, size, notation = english } = props
  const calendar = useRef<HTMLInputElement>(null)
  const day = parseDate(value, notation.order)
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <div className={classes.field}>
      <TextInput
        id={inputId}
        label={label}
        value={value}
        placeholder={notation.placeholder}
        error={error}
        {...(size && { size })}
        withAsterisk={required}
        aria-required={required}
        autoComplete="off"
        maxLength={20}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          if (day) onChange(notation.format(day))
          onBlur?.()
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            aria-label={notation.choose}
            aria-describedby={`${inputId}-label`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        value={day ?? ''}
        onChange={({ currentTarget: { value: chosen } }) => onChange(chosen && notation.format(chosen))}
      />
    </div>
  )
}
