import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { normalizeText } from '#platform/contract/normalize-text.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { useReturnFocus } from '#platform/web/use-return-focus.ts'
import { findNameConflict } from '../../find-name-conflict.ts'
import {
  listQueueViews,
  maxViewNameLength,
  type QueueView,
  queueQueryKey,
  removeQueueView,
  saveQueueView,
} from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import classes from '../authorizations.module.css'
import { noFilter, type PendingFilter } from './pending-filter.ts'

const text = queueMessages.views

/** The built-in views. */
const commonViews: readonly QueueView[] = [
  { id: 'all', name: text.all, filters: noFilter },
  { id: 'me', name: queueMessages.assign.mine, filters: { ...noFilter, assignee: 'me' } },
  { id: 'none', name: queueMessages.assign.nobody, filters: { ...noFilter, assignee: 'none' } },
]

type QueueViewsProps = {
  /** The person and client that the views belong to. */
  owner: string
  filter: PendingFilter
  onChange: (filter: PendingFilter) => void
}

/** Chooses, saves and deletes filters under a name. */
export function QueueViews({ owner, filter, onChange }: QueueViewsProps) {
  const queryKey = [queueQueryKey, 'views', owner]
  const saved = useQuery({ queryKey, queryFn: ({ signal }) => call(listQueueViews, {}, signal) })
  const store = useStoreViews(queryKey)
  const [isSaving, setSaving] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const chooser = useRef<HTMLSelectElement>(null)
  const ownViews = saved.data?.views ?? []
  const views = [...commonViews, ...ownViews]
  const current = views.find(({ filters }) => isSame(filters, filter))
  const isOwn = current !== undefined && ownViews.includes(current)
  const choose = (id: string) => {
    const view = views.find((each) => each.id === id)
    if (view) onChange(view.filters)
  }
  const options = views.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={classes.views} data-noprint>
      <NativeSelect
        ref={chooser}
        size="xs"
        label={text.label}
        data={current ? options : [{ value: '', label: text.custom }, ...options]}
        value={current?.id ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {!current && (
        <Button size="xs" variant="default" onClick={() => setSaving(true)}>
          {text.save}
        </Button>
      )}
      {isOwn && (
        <Button size="xs" variant="default" disabled={store.isPending} onClick={() => setRemoving(true)}>
          {text.remove}
        </Button>
      )}
      {isOwn && (
        <ConfirmModal
          opened={isRemoving}
          title={text.removeTitle(current.name)}
          yes={text.remove}
          no={text.cancel}
          isRisky
          onYes={() => {
            setRemoving(false)
            store.mutate({ removed: current.id }, { onSuccess: () => chooser.current?.focus() })
          }}
          onNo={() => setRemoving(false)}
        >
          {text.removeAdvice}
        </ConfirmModal>
      )}
      {isSaving && (
        <SaveModal
          chooser={chooser}
          names={ownViews.map(({ name }) => name)}
          isBusy={store.isPending}
          onSave={(name) => store.mutate({ name, filters: filter }, { onSuccess: () => setSaving(false) })}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

const isSame = (one: PendingFilter, other: PendingFilter) =>
  Object.entries(noFilter).every(
    ([name]) => one[name as keyof PendingFilter] === other[name as keyof PendingFilter],
  )

type ViewChange = { removed: string } | { name: string; filters: PendingFilter }

/** Saves or deletes a view, and shows what the server has then. */
function useStoreViews(queryKey: readonly unknown[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: ViewChange) =>
      'removed' in change
        ? call(removeQueueView, { viewId: change.removed })
        : call(saveQueueView, { viewName: change.name, filters: change.filters }),
    onMutate: dismissError,
    onSuccess: (views) => queries.setQueryData(queryKey, views),
    onError: (error, change) => {
      const problem = error instanceof ApiError && error.status < 500 ? error.problem : undefined
      showError(problem?.detail ?? ('removed' in change ? text.removeFailed : text.saveFailed))
      void queries.invalidateQueries({ queryKey })
    },
  })
}

const createSchema = (names: readonly string[]) =>
  withFieldErrors(z.object({ name: z.string() }), (values) => {
    const name = normalizeText(values.name)
    if (name === '') return { name: text.nameMissing }
    if (name.length > maxViewNameLength) return { name: text.nameTooLong(maxViewNameLength) }
    return { name: findNameConflict(name, names) }
  })

type SaveModalProps = {
  /** Gets the focus once the dialog is closed. */
  chooser: RefObject<HTMLSelectElement | null>
  /** The names of the user's views. */
  names: readonly string[]
  isBusy: boolean
  onSave: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a view, and whether to replace another view of that name. */
function SaveModal({ chooser, names, isBusy, onSave, onClose }: SaveModalProps) {
  useReturnFocus(() => chooser.current)
  const [replaced, setReplaced] = useState<string>()
  const form = useAppForm({ schema: createSchema(names), defaultValues: { name: '' }, idPrefix: useId() })
  const submit = (name: string) => (names.includes(name) ? setReplaced(name) : onSave(name))
  return (
    <Modal opened onClose={onClose} title={text.saveTitle} transitionProps={{ duration: 0 }}>
      <Form form={form} isBusy={isBusy} onSubmit={({ name }) => submit(normalizeText(name))}>
        <TextInput {...form.field('name')} label={text.name} autoComplete="off" data-autofocus />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <BusyButton type="submit" isBusy={isBusy}>
            {text.save}
          </BusyButton>
        </Group>
      </Form>
      <ConfirmModal
        opened={replaced !== undefined}
        title={text.replaceTitle(replaced ?? '')}
        yes={text.replace}
        no={text.cancel}
        isRisky
        onYes={() => {
          setReplaced(undefined)
          onSave(replaced ?? '')
        }}
        onNo={() => setReplaced(undefined)}
      >
        {text.replaceAdvice}
      </ConfirmModal>
    </Modal>
  )
}
