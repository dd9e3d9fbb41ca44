import { Button, Group, Loader } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChosenBy } from '#platform/web/combo-box/suggestion-box.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { offersRange } from '../../rules.ts'
import { hasPlace, networkFamily, type SearchValues } from '../search-values.ts'
import { type SearchFormControl, useSearchFormState } from '../use-search-form.ts'
import { RangeField } from './field-props.tsx'
import classes from './quick-search-form.module.css'
import formClasses from './search-form.module.css'
import { useQuickSearch } from './use-quick-search.ts'
import { WhatField } from './what-field.tsx'
import { WhereField } from './where-field.tsx'

type QuickSearchFormProps = {
  search: SearchInfo
  form: SearchFormControl
  /** Discards typed text when this changes, unless the form's own search changed it. */
  resetKey: string
  /** Searches for the values. Returns whether this changes `resetKey`. */
  onSearch: (values: SearchValues) => boolean
  /** Above 0 after an incomplete attempt. Each new value above 0 moves the focus to the first invalid field. */
  rejection: number
  /** Whether the range can be chosen. */
  hasRange?: boolean
  /** Renders links to searches for a type of provider in everyday words, which need only the place. */
  renderLinks?: (follow: (label: string) => void) => ReactNode
  /** The search button, and others. */
  buttons: ReactNode
}

/** The quick search form: what and where. It fills the same values as the detailed form. */
export function QuickSearchForm({ search, resetKey, onSearch, ...props }: QuickSearchFormProps) {
  const form = useSearchFormState(props.form)
  const { values } = form
  const [asksPlace, setAsksPlace] = useState(false)
  const whatInput = useRef<HTMLInputElement>(null)
  const whereInput = useRef<HTMLInputElement>(null)
  const quick = useQuickSearch({ search, form: props.form, resetKey, whatInput, whereInput, onSearch })
  const { what, where, isLocating, submitTexts } = quick
  useShortcut('/', () => whatInput.current?.focus())

  const followLink = (label: string) => {
    const typed = { text: label, isTypeName: true }
    quick.setWhat(typed)
    if (isLocating) return
    if (hasPlace(values) || where?.trim()) return void submitTexts({ what: typed, where })
    setAsksPlace(true)
    whereInput.current?.focus()
  }
  const afterWhat = (by: ChosenBy) => {
    quick.resubmitTexts({ what: undefined })
    if (by !== 'Tab' && !hasPlace(values) && where === undefined && !isLocating) whereInput.current?.focus()
  }
  const afterProvider = () => {
    quick.setWhere(undefined)
    // Both texts are replaced by the provider.
    void submitTexts({})
  }
  const afterWhere = (by: ChosenBy | 'here') => {
    const isComplete = by === 'Enter' || by === 'here' || (by === 'click' && asksPlace)
    setAsksPlace(false)
    if (isComplete) void submitTexts({ what })
    else quick.resubmitTexts({ where: undefined })
  }
  const field = { search, form, values }
  const hasRange = props.hasRange && offersRange(values, networkFamily(search, values))
  return (
    <Form
      form={{ ...form, rejection: props.rejection }}
      aria-label={messages.criteria}
      className={classes.form}
      onSubmit={() => void submitTexts()}
    >
      <div className={classes.fields}>
        <div className={classes.what}>
          <WhatField
            {...field}
            typed={what}
            onType={quick.setWhat}
            inputRef={whatInput}
            onChosen={afterWhat}
            onProvider={afterProvider}
          />
        </div>
        <div className={classes.where}>
          <WhereField
            {...field}
            typed={where}
            onType={quick.setWhere}
            inputRef={whereInput}
            onChosen={afterWhere}
            abroad={quick.abroad}
            onAbroad={quick.setAbroad}
            onChooseAbroad={(place) => void quick.chooseAbroad(place)}
            isLocating={isLocating}
            onLocate={quick.setLocating}
          />
        </div>
        {hasRange && <RangeField search={search} form={form} label={messages.quick.within} />}
        {props.buttons}
      </div>
      {props.renderLinks?.(followLink)}
    </Form>
  )
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
