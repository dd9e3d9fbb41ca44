import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { clientSearchMessages } from '../../client-search-messages.ts'
import classes from './list-filters.module.css'

const filterText = clientSearchMessages.filters

type ListFiltersProps = {
  /** The name of the fields, for screen readers. */
  title: string
  /** The filters of the list in words. */
  summary: string
  isFiltered: boolean
  onClear: () => void
  /** A live region below the fields, which is empty while the list is not filtered. */
  status?: ReactNode
  children: ReactNode
}

/** The filters of a list. On narrow screens, a line says what they are, and the fields open on request. */
export function ListFilters({ title, summary, isFiltered, onClear, status, children }: ListFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const [clearings, setClearings] = useState(0)
  const fields = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  useEffect(() => {
    // The button has gone.
    if (clearings > 0) fields.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [clearings])
  return (
    <>
      <div className={classes.summary} data-noprint>
        <p>{summary}</p>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? filterText.close : filterText.open}
        </Button>
      </div>
      <fieldset
        ref={fields}
        id={id}
        aria-label={title}
        className={classes.filters}
        data-open={isOpen || undefined}
        data-noprint={!isFiltered || undefined}
      >
        {/* New fields have no text that is still being typed. */}
        <Fragment key={clearings}>{children}</Fragment>
        {isFiltered && (
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              setClearings(clearings + 1)
              onClear()
            }}
          >
            {filterText.clear}
          </Button>
        )}
      </fieldset>
      {status}
    </>
  )
}

const typingMs = 300

type SearchFilterProps = {
  label: string
  /** The hint about what can be searched for. */
  hint: string
  className?: string | undefined
  maxLength: number
  value: string
  /** Called with the trimmed text once the typing pauses. */
  onChange: (text: string) => void
}

/** The search field of a list. */
export function SearchFilter({ label, hint, className, maxLength, value, onChange }: SearchFilterProps) {
  const [typed, setTyped] = useState(value)
  // Rendered at once: another field's pause may end at the same moment, and adds its text to the filters rendered last.
  const search = useDebouncedCallback((text: string) => flushSync(() => onChange(text.trim())), typingMs)
  return (
    <TextInput
      label={label}
      placeholder={hint}
      className={className}
      value={typed}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        search(text)
      }}
    />
  )
}

type ChoiceFilterProps<Choice extends string> = {
  label: string
  className?: string | undefined
  choices: z.ZodEnum<{ [Key in Choice]: Key }>
  names: Record<Choice, string>
  value: Choice
  onChange: (choice: Choice) => void
}

/** A filter with one of a few values. */
export const ChoiceFilter = <Choice extends string>({
  label,
  className,
  choices,
  names,
  value,
  onChange,
}: ChoiceFilterProps<Choice>) => (
  <NativeSelect
    label={label}
    className={className}
    value={value}
    data={choices.options.map((choice) => ({ value: choice, label: names[choice as Choice] }))}
    onChange={({ currentTarget }) => onChange(choices.parse(currentTarget.value) as Choice)}
  />
)
