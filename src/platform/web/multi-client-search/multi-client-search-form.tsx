import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ConfirmModal } from '../confirm-modal.tsx'
import { ClientFormFrame } from './client-form-frame.tsx'
import type { ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'
import type { MultiClientSearch } from './use-multi-client-search.ts'

const texts = clientSearchMessages

type MultiClientClientFormFrameProps<Values extends ClientSelection> = {
  search: MultiClientSearch<Values>
  /** The field labels, in order. */
  labels: Readonly<Record<string, string>>
  /** The label of the search button. */
  submit?: string
  children: ReactNode
}

/** The frame of every client search form. */
export function MultiClientSearchForm<Values extends ClientSelection>(
  props: MultiClientClientFormFrameProps<Values>,
) {
  const { search, labels, submit = texts.search, children } = props
  return (
    <>
      <ClientFormFrame
        label={texts.criteria}
        form={search.form}
        formatLine={(field, message) => `${labels[field]}: ${message}`}
        submit={submit}
        onSubmit={search.submit}
        onReset={search.reset}
        after={search.results.isFetching && <Running onCancel={search.cancel} />}
      >
        {children}
      </ClientFormFrame>
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
