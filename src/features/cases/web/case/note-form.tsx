import { Button, Group, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError, call, createRandomId } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useUnsent } from '#platform/web/form/unsent-storage.ts'
import { useAppForm, useFieldValue, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { addNote } from '../../activity-contract.ts'
import { caseQueryKey } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { type Incident, maxNoteLength, noteLength, toIncidentKey, validateNote } from '../../rules.ts'
import classes from './note-form.module.css'

const words = caseMessages.noteForm
const storedText = z.string()

const noteValues = withFieldErrors(z.object({ noteText: z.string() }), ({ noteText }) => {
  const noteError = validateNote(noteText)
  return noteError ? { noteText: noteError } : {}
})

/** A button that opens the form for a new note. The form stays open while it has an unsaved text. */
export function NoteEditor({ incident }: { incident: Incident }) {
  const [draft, setDraft] = useUnsent(`note draft of ${incident.incidentNumber}`, storedText, '')
  const [isUnsaved, setUnsaved] = useState(draft !== '')
  const [isOpen, setOpen] = useState(isUnsaved)
  const [isSaved, setSaved] = useState(false)
  const end = (saved: boolean) => {
    setDraft('')
    setUnsaved(false)
    setOpen(false)
    setSaved(saved)
  }
  return (
    <div className={classes.editor} data-noprint>
      {isOpen ? (
        <NoteForm {...{ incident, draft, isUnsaved }} onDraft={setDraft} onEnd={end} />
      ) : (
        <Button
          variant="default"
          size="sm"
          // Takes the focus from the form that closes.
          autoFocus={isSaved}
          onClick={() => {
            setSaved(false)
            setOpen(true)
          }}
        >
          {words.open}
        </Button>
      )}
      <span role="status">{isSaved && words.saved}</span>
    </div>
  )
}

type NoteFormProps = {
  incident: Incident
  draft: string
  /** Whether the draft is from an earlier visit to the case. */
  isUnsaved: boolean
  onDraft: (text: string) => void
  onEnd: (isSaved: boolean) => void
}

function NoteForm({ incident, draft, isUnsaved, onDraft, onEnd }: NoteFormProps) {
  const [noteId, setNoteId] = useState(createRandomId)
  const queries = useQueryClient()
  const form = useAppForm({
    schema: noteValues,
    defaultValues: { noteText: draft },
    idPrefix: 'note',
    onChange: ({ noteText }) => {
      onDraft(noteText)
      // An ID belongs to a text: the server may have saved the earlier one.
      setNoteId(createRandomId())
    },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (noteText: string) => call(addNote, { ...toIncidentKey(incident), noteId, noteText }),
    onMutate: dismissError,
    onSuccess: () => {
      onEnd(true)
      void queries.invalidateQueries({ queryKey: [caseQueryKey] })
    },
    onError: (error) => {
      showError(error instanceof ApiError && error.status === 422 ? error.message : words.failed)
      // The button lost the focus while it was disabled.
      form.focusField('noteText')
    },
  })
  const length = noteLength(useFieldValue(form, 'noteText'))
  return (
    <Form
      form={form}
      className={classes.noteForm}
      isBusy={isPending}
      onSubmit={({ noteText }) => mutate(noteText)}
    >
      <Textarea
        label={words.label}
        description={[...(isUnsaved ? [words.unsaved] : []), words.hint(maxNoteLength)].join(' ')}
        rows={4}
        autoFocus
        {...form.field('noteText')}
      />
      <Group gap="sm">
        <Button type="submit" size="sm" loading={isPending}>
          {words.save}
        </Button>
        <Button variant="subtle" size="sm" disabled={isPending} onClick={() => onEnd(false)}>
          {words.cancel}
        </Button>
        <span className={classes.counter} data-over={length > maxNoteLength || undefined}>
          {words.count(length, maxNoteLength)}
        </span>
      </Group>
    </Form>
  )
}
