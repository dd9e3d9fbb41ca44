import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { clientSearchMessages } from '../../client-search-messages.ts'
import classes from './client-search.module.css'
import type { ClientSelection } from './client-selection.ts'
import { fieldId } from './field-id.ts'
import { SearchForm } from './form.tsx'
import type { ClientSearch } from './use-client-search.ts'

const says = clientSearchMessages

type ClientSearchFormProps<Values extends ClientSelection> = {
  search: ClientSearch<Values>
  /** The field labels, in order. */
  labels: Readonly<Record<string, string>>
  /** The label of the search button. */
  submit?: string
  children: ReactNode
}

/** The frame of every client search form. */
export function ClientSearchForm<Values extends ClientSelection>(props: ClientSearchFormProps<Values>) {
  const { search, labels, submit = says.search, children } = props
  const faults: Readonly<Partial<Record<string, string>>> = search.faults
  return (
    <>
      <SearchForm
        label={says.criteria}
        faults={Object.entries(labels)
          .filter(([field]) => faults[field])
          .map(([field, label]) => ({ id: fieldId(field), sentence: `${label}: ${faults[field]}` }))}
        refusal={search.refusals}
        submit={submit}
        onSubmit={search.submit}
        onReset={search.reset}
        after={search.results.isFetching && <Running onCancel={search.cancel} />}
      >
        {children}
      </SearchForm>
      <ConfirmModal
        opened={search.isAsking}
        title={says.stillRunningTitle}
        onNo={search.decline}
        onYes={search.proceed}
      >
        {says.stillRunning}
      </ConfirmModal>
    </>
  )
}

function Running({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={classes.running}>
      <Loader size={20} aria-hidden />
      <span>{says.searching}</span>
      <Button
        variant="subtle"
        onClick={({ currentTarget: { form } }) => {
          onCancel()
          form?.querySelector<HTMLElement>('[type=submit]')?.focus()
        }}
      >
        {says.cancel}
      </Button>
    </div>
  )
}
