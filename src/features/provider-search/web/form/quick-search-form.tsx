import { Button, Group, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form } from '#platform/web/form/form.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allTypes, offersRange } from '../../rules.ts'
import { hasPlace, networkFamily, recallPlace, type SearchValues } from '../search-values.ts'
import { type SearchFormControl, useSearchFormState } from '../use-search-form.ts'
import { RangeField } from './field-props.tsx'
import classes from './quick-search-form.module.css'
import formClasses from './search-form.module.css'
import { resolveWhat, type TypedText, WhatField } from './what-field.tsx'
import { resolveWhere, WhereField } from './where-field.tsx'

type QuickSearchFormProps = {
  search: SearchInfo
  form: SearchFormControl
  /** Discards typed text when this changes. */
  resetKey: string
  onSubmit: (values: SearchValues) => void
  /** Changes with each attempt whose values were incomplete; 0 if the last one was complete. */
  rejection: number
  /** Whether the range can be chosen. */
  hasRange?: boolean
  /** Searches for a type of provider in everyday words, which need only the place. */
  links?: readonly { label: string; icon: ReactNode }[]
  /** Buttons in place of the search button. */
  buttons?: ReactNode
}

/** The texts that were typed without a choice. */
type Typed = { what?: TypedText | undefined; where?: string | undefined }

/** The search form of one line: what and where. It fills the same values as the form with all fields. */
export function QuickSearchForm({ search, resetKey, onSubmit, ...props }: QuickSearchFormProps) {
  const queries = useQueryClient()
  const form = useSearchFormState(props.form)
  const { values } = form
  const { what, setWhat, where, setWhere } = useTypedTexts(resetKey)
  const [isResolving, setResolving] = useState(false)
  const [asksPlace, setAsksPlace] = useState(false)
  const whatInput = useRef<HTMLInputElement>(null)
  const whereInput = useRef<HTMLInputElement>(null)
  useShortcut('/', () => whatInput.current?.focus())
  useRecalledPlace(search, props.form)

  const submit = async (current: SearchValues, typed: Typed) => {
    setResolving(true)
    const place = await resolveWhere(queries, search, current, typed.where)
    const filled = { ...current, providerType: current.providerType || allTypes }
    const placed = { ...filled, ...('changes' in place && place.changes) }
    const meant = 'changes' in place ? await resolveWhat(queries, search, placed, typed.what) : {}
    setResolving(false)
    setAsksPlace(false)
    if ('message' in place) {
      form.setError('zipCode', { message: place.message })
      return whereInput.current?.focus()
    }
    form.change({ ...place.changes, ...meant })
    setWhat(undefined)
    setWhere(undefined)
    onSubmit({ ...placed, ...meant })
  }
  const followLink = (label: string) => {
    const typed = { text: label, isTypeName: true }
    setWhat(typed)
    if (hasPlace(values) || where?.trim()) return void submit(values, { what: typed, where })
    setAsksPlace(true)
    whereInput.current?.focus()
  }
  const field = { search, form, values }
  const isPlaced = hasPlace(values) || where !== undefined
  const hasRange = props.hasRange && offersRange(values, networkFamily(search, values))
  return (
    <Form
      form={{ ...form, rejection: props.rejection }}
      aria-label={messages.criteria}
      className={classes.form}
      isBusy={isResolving}
      onSubmit={(submitted) => submit(submitted, { what, where })}
    >
      <div className={classes.fields}>
        <div className={classes.what}>
          <WhatField
            {...field}
            typed={what}
            onType={setWhat}
            inputRef={whatInput}
            onChosen={(by) => by !== 'Tab' && !isPlaced && whereInput.current?.focus()}
            onProvider={(changes) => {
              form.change(changes)
              void submit({ ...values, ...changes }, {})
            }}
          />
        </div>
        <div className={classes.where}>
          <WhereField
            {...field}
            typed={where}
            onType={setWhere}
            inputRef={whereInput}
            onChosen={(by, changes) => {
              const isComplete = by === 'Enter' || by === 'here' || (by === 'click' && asksPlace)
              if (isComplete) void submit({ ...form.getValues(), ...changes }, { what })
            }}
          />
        </div>
        {hasRange && <RangeField search={search} form={form} label={messages.quick.within} />}
        {props.buttons ?? <LargeSearchButton />}
      </div>
      {props.links && <QuickLinks links={props.links} onFollow={followLink} />}
    </Form>
  )
}

const LargeSearchButton = () => (
  <Button type="submit" size="lg" className={classes.submit}>
    {messages.search}
  </Button>
)

type QuickLinksProps = {
  links: NonNullable<QuickSearchFormProps['links']>
  onFollow: (label: string) => void
}

function QuickLinks({ links, onFollow }: QuickLinksProps) {
  return (
    <fieldset aria-label={messages.quick.links} className={classes.links}>
      {links.map(({ label, icon }) => (
        <Button key={label} variant="default" radius="xl" leftSection={icon} onClick={() => onFollow(label)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

/** The typed texts that are not resolved yet; undefined for a field that shows the values. */
function useTypedTexts(resetKey: string) {
  const [what, setWhat] = useState<TypedText>()
  const [where, setWhere] = useState<string>()
  const [seen, setSeen] = useState(resetKey)
  if (seen !== resetKey) {
    setSeen(resetKey)
    setWhat(undefined)
    setWhere(undefined)
  }
  return { what, setWhat, where, setWhere }
}

/** Starts with the last place of this tab if the values name none. */
function useRecalledPlace(search: SearchInfo, { getValues, change }: SearchFormControl) {
  useEffect(() => {
    const values = getValues()
    if (!hasPlace(values)) change(recallPlace(search, values))
  }, [search, getValues, change])
}

type SearchButtonsProps = {
  isRunning: boolean
  onReset?: () => void
  onCancel: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** The Search and Reset buttons; while a search runs, also its progress and a Cancel button. */
export function SearchButtons({ isRunning, onReset, onCancel, children }: SearchButtonsProps) {
  const group = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (isRunning && !wasRunning.current) group.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning])
  const cancel = () => {
    search.current?.focus()
    onCancel()
  }
  return (
    <Group ref={group} className={formClasses.buttons}>
      <Button ref={search} type="submit">
        {messages.search}
      </Button>
      {onReset && (
        <Button variant="default" onClick={onReset}>
          {messages.reset}
        </Button>
      )}
      {children}
      {isRunning && (
        <div className={formClasses.running}>
          <Loader size={20} aria-hidden />
          <span>{messages.searching}</span>
          <Button variant="subtle" onClick={cancel}>
            {messages.cancel}
          </Button>
        </div>
      )}
    </Group>
  )
}
