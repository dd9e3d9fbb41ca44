import { Button, type ButtonProps, Group, Loader } from '@mantine/core'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ConfirmModal } from '../confirm-modal.tsx'
import { Form, type SummaryOptions } from '../form/form.tsx'
import type { AppForm } from '../form/use-app-form.ts'
import type { AvailableClients, ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'
import type { MultiClientSearch } from './use-multi-client-search.ts'

const text = clientSearchMessages

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
  const { search, labels, submit = text.search, summary = [], shortcuts, children } = props
  const { isCollapsed } = search
  const { form, editButton } = useFocusOnCollapse(isCollapsed)
  const running = search.results.isFetching && (
    <Running onCancel={search.cancel} size={isCollapsed ? 'compact-sm' : 'sm'} />
  )
  return (
    <>
      {isCollapsed ? (
        <SearchSummary search={search} parts={summary} editButton={editButton}>
          {shortcuts}
          {running}
        </SearchSummary>
      ) : (
        <ClientFormFrame
          label={text.criteria}
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
        title={text.stillRunningTitle}
        onNo={search.decline}
        onYes={search.proceed}
      >
        {text.stillRunning}
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

type RunningProps = { onCancel: () => void; size: ButtonProps['size'] }

function Running({ onCancel, size }: RunningProps) {
  return (
    <div className={classes.running}>
      <Loader size={20} aria-hidden />
      <span>{text.searching}</span>
      <Button
        variant="subtle"
        size={size}
        onClick={({ currentTarget: { form } }) => {
          onCancel()
          form?.querySelector<HTMLElement>('[type=submit]')?.focus()
        }}
      >
        {text.cancel}
      </Button>
    </div>
  )
}

type SearchSummaryProps<Values extends ClientSelection> = {
  search: MultiClientSearch<Values>
  parts: readonly string[]
  editButton: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** One line that says what was searched for, with the button that opens the form again. */
function SearchSummary<Values extends ClientSelection>({
  search,
  parts,
  editButton,
  children,
}: SearchSummaryProps<Values>) {
  const textId = useId()
  return (
    <section aria-label={text.criteria} className={classes.summary} data-noprint>
      <p id={textId}>{[...parts, describeClients(search.values, search.offer.clients)].join(' · ')}</p>
      <Button
        ref={editButton}
        size="compact-sm"
        variant="default"
        aria-describedby={textId}
        onClick={search.edit}
      >
        {text.editSearch}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={search.reset}>
        {text.reset}
      </Button>
      {children}
    </section>
  )
}

/** The clients of a search: the only one, all, one or two by name, or their number. */
function describeClients(
  { allClients, clients }: ClientSelection,
  offered: AvailableClients['clients'],
): string {
  if (!offered) return text.clientsLoading
  const [only] = offered
  if (offered.length === 1 && only) return only.name
  if (allClients) return text.allClients
  const names = offered.filter(({ code }) => clients.includes(code)).map(({ name }) => name)
  return names.length <= 2 ? names.join(', ') : text.severalClients(names.length)
}

type ClientFormFrameProps<Values extends ClientSelection> = {
  /** The accessible name of the form. */
  label: string
  ref?: RefObject<HTMLFormElement | null>
  form: AppForm<Values>
  formatLine?: SummaryOptions<Values>['formatLine']
  /** The label of the submit button. */
  submit: string
  onSubmit: (values: Values) => void
  onReset: () => void
  /** A button before the submit button, which it makes secondary. */
  primary?: ReactNode
  /** Content after the buttons. */
  after?: ReactNode
  children: ReactNode
}

/** The frame of every client form: errors above the fields, Submit and Reset below. */
export function ClientFormFrame<Values extends ClientSelection>(props: ClientFormFrameProps<Values>) {
  const { label, ref, form, formatLine, submit, onSubmit, onReset, primary, after, children } = props
  return (
    <Form
      {...(ref && { ref })}
      form={form}
      aria-label={label}
      className={classes.form}
      data-noprint
      summary={{ title: clientSearchMessages.errorSummary, ...(formatLine && { formatLine }) }}
      onSubmit={onSubmit}
    >
      <div className={classes.fields}>{children}</div>
      <Group className={classes.buttons}>
        {primary}
        <Button type="submit" {...(primary && { variant: 'default' })}>
          {submit}
        </Button>
        <Button variant="default" onClick={onReset}>
          {clientSearchMessages.reset}
        </Button>
        {after}
      </Group>
    </Form>
  )
}

/** The first text field, or the first field of a form without one. */
const findTextField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([type=checkbox], [type=date])') ??
  form?.querySelector<HTMLElement>('select, input')
