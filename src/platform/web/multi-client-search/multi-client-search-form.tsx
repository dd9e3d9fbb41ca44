import { Button, Loader } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ConfirmModal } from '../confirm-modal.tsx'
import { ClientFormFrame, findTextField } from './client-form-frame.tsx'
import type { ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'
import { SearchSummary } from './search-summary.tsx'
import type { MultiClientSearch } from './use-multi-client-search.ts'

const texts = clientSearchMessages

type MultiClientSearchFormProps<Values extends ClientSelection> = {
  search: MultiClientSearch<Values>
  /** The field labels, in order. */
  labels: Readonly<Record<string, string>>
  /** The label of the search button. */
  submit?: string
  /** What the search was for, besides its clients. */
  summary?: readonly string[]
  /** Ways to change the search that its summary shows, too. */
  shortcuts?: ReactNode
  children: ReactNode
}

/** The frame of every client search form. Once a search has found something, its summary replaces the fields. */
export function MultiClientSearchForm<Values extends ClientSelection>(
  props: MultiClientSearchFormProps<Values>,
) {
  const { search, labels, submit = texts.search, summary = [], shortcuts, children } = props
  const { isCollapsed } = search
  const { form, editButton } = useFocusOnCollapse(isCollapsed)
  const running = search.results.isFetching && <Running onCancel={search.cancel} />
  return (
    <>
      {isCollapsed ? (
        <SearchSummary search={search} parts={summary} editButton={editButton}>
          {shortcuts}
          {running}
        </SearchSummary>
      ) : (
        <ClientFormFrame
          label={texts.criteria}
          ref={form}
          form={search.form}
          formatLine={(field, message) => `${labels[field]}: ${message}`}
          submit={submit}
          onSubmit={search.submit}
          onReset={search.reset}
          after={running}
        >
          {children}
          {shortcuts}
        </ClientFormFrame>
      )}
      <ConfirmModal
        opened={search.isAsking}
        title={texts.stillRunningTitle}
        onNo={search.decline}
        onYes={search.proceed}
      >
        {texts.stillRunning}
      </ConfirmModal>
    </>
  )
}

/** Moves a focus that would be lost: to the button that opens the form again, or to the first field of the form. */
function useFocusOnCollapse(isCollapsed: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasCollapsed = useRef(isCollapsed)
  useLayoutEffect(() => {
    if (wasCollapsed.current === isCollapsed) return
    wasCollapsed.current = isCollapsed
    if (document.activeElement !== document.body) return
    const next = isCollapsed ? editButton.current : findTextField(form.current)
    next?.focus({ preventScroll: true })
  }, [isCollapsed])
  return { form, editButton }
}

function Running({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={classes.running}>
      <Loader size={20} aria-hidden />
      <span>{texts.searching}</span>
      <Button
        variant="subtle"
        onClick={({ currentTarget: { form } }) => {
          onCancel()
          form?.querySelector<HTMLElement>('[type=submit]')?.focus()
        }}
      >
        {texts.cancel}
      </Button>
    </div>
  )
}
