import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { type NewNote, NoteEditor } from '#platform/web/drafts/note-editor.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import { addNote, listNotes, type Note } from '../../activity-contract.ts'
import { caseQueryKey } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import { type Incident, toIncidentKey, validateNote } from '../../rules.ts'

/** A button that opens the form for a new note on a case. */
export function CaseNoteEditor({ incident }: { incident: Incident }) {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (written: NewNote) => call(addNote, { ...toIncidentKey(incident), ...written }),
  })
  return (
    <NoteEditor
      draftName={`note draft of ${incident.incidentNumber}`}
      text={caseMessages.noteForm}
      idPrefix="note"
      validate={validateNote}
      save={mutateAsync}
      onSaved={() => void queries.invalidateQueries({ queryKey: [caseQueryKey] })}
    />
  )
}

const { text, time, all } = createColumns<Note>()

const columns = all([
  time(
    'timestamp',
    messages.timestamp,
    (note) => note.timestamp,
    (note) => formatInstant(note.timestamp),
  ),
  text('type', messages.type, (note) => note.type),
  text('author', messages.author, (note) => note.author),
  text('noteText', messages.noteText, (note) => note.noteText, 'long'),
])
const rowId = ({ hash }: Note) => hash

/** The notes on an incident, oldest first. */
export function Notes({ incident }: { incident: Incident }) {
  const key = toIncidentKey(incident)
  const listView = useListView('timestamp', `notes of ${key.incidentNumber}`)
  const notes = useQuery({
    queryKey: [caseQueryKey, 'notes', key.incidentNumber],
    queryFn: ({ signal }) => call(listNotes, key, signal),
    select: (response) => response.notes,
  })
  return (
    <>
      <CaseNoteEditor incident={incident} />
      <QueryList
        query={notes}
        waiting={messages.loading(messages.pages.notes)}
        failed={messages.notesFailed}
        empty={<EmptyState message={messages.noNotes} advice={caseMessages.noteForm.emptyAdvice} />}
      >
        {(items) => (
          <PagedList
            exportedAs={{ list: 'notes', incidentNumber: key.incidentNumber }}
            label={messages.pages.notes}
            rows={items}
            columns={columns}
            rowId={rowId}
            sizeKey="Notes_ResultSize"
            {...listView}
          />
        )}
      </QueryList>
    </>
  )
}
