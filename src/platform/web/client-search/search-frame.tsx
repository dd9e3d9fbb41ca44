import { Button, Group, Loader } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import { messages } from '../../messages.ts'
import type { ClientsChosen } from './client-choice.ts'
import classes from './client-search.module.css'
import { ErrorSummary } from './error-summary.tsx'
import type { ClientSearch } from './use-client-search.ts'

const says = messages.search

type SearchFrameProps<Values extends ClientsChosen> = {
  search: ClientSearch<Values>
  /** What the fields are called, in their order. */
  labels: Readonly<Record<string, string>>
  /** The word on the button that searches. */
  submit?: string
  children: ReactNode
}

/** What every form that searches in clients has round its fields. */
export function SearchFrame<Values extends ClientsChosen>(props: SearchFrameProps<Values>) {
  const { search, labels, submit = says.search, children } = props
  const form = useRef<HTMLFormElement>(null)
  useShortcut('/', () => firstFieldOf(form.current)?.focus())
  return (
    <form
      ref={form}
      noValidate
      aria-label={says.criteria}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        search.submit()
      }}
    >
      <ErrorSummary faults={search.faults} refusals={search.refusals} labels={labels} />
      <div className={classes.fields}>{children}</div>
      <Group className={classes.buttons}>
        <Button type="submit">{submit}</Button>
        <Button variant="default" onClick={search.reset}>
          {says.reset}
        </Button>
        {search.results.isFetching && (
          <div className={classes.running}>
            <Loader size={20} aria-hidden />
            <span>{says.searching}</span>
            <Button variant="subtle" onClick={search.cancel}>
              {says.cancel}
            </Button>
          </div>
        )}
      </Group>
      <ConfirmModal
        opened={search.isAsking}
        title={says.stillRunningTitle}
        onNo={search.decline}
        onYes={search.proceed}
      >
        {says.stillRunning}
      </ConfirmModal>
    </form>
  )
}

/** Where a search is typed; of a form in which nothing is typed, its first field. */
const firstFieldOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([type=checkbox], [type=date])') ??
  form?.querySelector<HTMLElement>('select, input')
