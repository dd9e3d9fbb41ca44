import { Button, Group, Loader } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import { messages } from '../../messages.ts'
import { ErrorSummary } from './error-summary.tsx'
import classes from './search.module.css'
import type { ClientsChosen } from './search-values.ts'
import type { CaseSearch } from './use-case-search.ts'

type SearchFrameProps<Values extends ClientsChosen> = { search: CaseSearch<Values>; children: ReactNode }

/** What every form that searches for cases has round its fields. */
export function SearchFrame<Values extends ClientsChosen>({ search, children }: SearchFrameProps<Values>) {
  const form = useRef<HTMLFormElement>(null)
  useShortcut('/', () => form.current?.querySelector<HTMLElement>('select, input')?.focus())
  return (
    <form
      ref={form}
      noValidate
      aria-label={messages.criteria}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        search.submit()
      }}
    >
      <ErrorSummary faults={search.faults} refusals={search.refusals} />
      <div className={classes.fields}>{children}</div>
      <Group className={classes.buttons}>
        <Button type="submit">{messages.search}</Button>
        <Button variant="default" onClick={search.reset}>
          {messages.reset}
        </Button>
        {search.results.isFetching && (
          <div className={classes.running}>
            <Loader size={20} aria-hidden />
            <span>{messages.searching}</span>
            <Button variant="subtle" onClick={search.cancel}>
              {messages.cancel}
            </Button>
          </div>
        )}
      </Group>
      <ConfirmModal
        opened={search.isAsking}
        title={messages.stillRunningTitle}
        onNo={search.decline}
        onYes={search.proceed}
      >
        {messages.stillRunning}
      </ConfirmModal>
    </form>
  )
}
