import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { maxNoteLength, noteLength } from '../../contract/normalize-text.ts'
import { ApiError, createRandomId } from '../api-client.ts'
import { dismissError, showError } from '../error-notice.tsx'
import { Form } from '../form/form.tsx'
import { useAppForm, useFieldValue, withFieldErrors } from '../form/use-app-form.ts'
import { useReadOnly } from '../table/paged-list.tsx'
import { useDraft } from './draft-storage.ts'
import classes from './note-editor.module.css'

type NoteText = {
  open: string
  label: string
  hint: (max: number) => string
  /** Says that the text is from an earlier visit. */
  unsaved: string
  count: (length: number, max: number) => string
  save: string
  cancel: string
  failed: string
  saved: string
}

/** Each text has its own `noteId`. */
export type NewNote = { noteId: string; noteText: string }

type NoteEditorProps = {
  /** The name under which the tab stores the unsaved text. */
  draftName: string
  text: NoteText
  idPrefix: string
  validate: (text: string) => string | undefined
  /** Saves the text. Repeated with the same ID, it must not write the note twice. */
  save: (note: NewNote) => Promise<unknown>
  onSaved: () => void
}

const storedText = z.string()

/** A button that opens the form for a new note. The form stays open while it has an unsaved text. */
export function NoteEditor({ draftName, ...props }: NoteEditorProps) {
  const { text } = props
  const [draft, setDraft] = useDraft(draftName, storedText, '')
  const [isUnsaved, setUnsaved] = useState(draft !== '')
  const [isOpen, setOpen] = useState(isUnsaved)
  const [isSaved, setSaved] = useState(false)
  // A form that comes back with its text does not take the focus.
  const [wasOpened, setOpened] = useState(false)
  const isReadOnly = useReadOnly()
  const end = (saved: boolean) => {
    setDraft('')
    setUnsaved(false)
    setOpen(false)
    setSaved(saved)
  }
  if (isReadOnly) return null
  return (
    <div className={classes.editor} data-noprint>
      {isOpen ? (
        <NoteForm
          {...props}
          draft={draft}
          isUnsaved={isUnsaved}
          isFocused={wasOpened}
          onDraft={setDraft}
          onEnd={end}
        />
      ) : (
        <Button
          variant="default"
          size="sm"
          // Takes the focus from the form that closes.
          autoFocus={isSaved}
          onClick={() => {
            setSaved(false)
            setOpened(true)
            setOpen(true)
          }}
        >
          {text.open}
        </Button>
      )}
      <span aria-live="polite">{isSaved && text.saved}</span>
    </div>
  )
}

type NoteFormProps = Omit<NoteEditorProps, 'draftName'> & {
  draft: string
  /** Whether the draft is from an earlier visit. */
  isUnsaved: boolean
  isFocused: boolean
  onDraft: (text: string) => void
  onEnd: (isSaved: boolean) => void
}

function NoteForm({ text, idPrefix, validate, save, onSaved, ...state }: NoteFormProps) {
  const { draft, isUnsaved, isFocused, onDraft, onEnd } = state
  const [noteId, setNoteId] = useState(createRandomId)
  const form = useAppForm({
    schema: withFieldErrors(z.object({ noteText: z.string() }), ({ noteText }) => {
      const noteError = validate(noteText)
      return noteError ? { noteText: noteError } : {}
    }),
    defaultValues: { noteText: draft },
    idPrefix,
    onChange: ({ noteText }) => {
      onDraft(noteText)
      // An ID belongs to a text: the server may have saved the earlier one.
      setNoteId(createRandomId())
    },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (noteText: string) => save({ noteId, noteText }),
    onMutate: dismissError,
    onSuccess: () => {
      onEnd(true)
      onSaved()
    },
    onError: (error) => {
      showError(error instanceof ApiError && error.status === 422 ? error.message : text.failed)
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
        label={text.label}
        description={[...(isUnsaved ? [text.unsaved] : []), text.hint(maxNoteLength)].join(' ')}
        rows={4}
        autoFocus={isFocused}
        {...form.field('noteText')}
      />
      <Group gap="sm">
        <BusyButton type="submit" size="sm" isBusy={isPending}>
          {text.save}
        </BusyButton>
        <Button variant="subtle" size="sm" disabled={isPending} onClick={() => onEnd(false)}>
          {text.cancel}
        </Button>
        <span className={classes.counter} data-over={length > maxNoteLength || undefined}>
          {text.count(length, maxNoteLength)}
        </span>
      </Group>
    </Form>
  )
}
