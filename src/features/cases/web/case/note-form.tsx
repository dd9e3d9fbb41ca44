import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { type NewNote, NoteEditor } from '#platform/web/drafts/note-editor.tsx'
import { addNote } from '../../activity-contract.ts'
import { caseQueryKey } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
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
      words={caseMessages.noteForm}
      idPrefix="note"
      validate={validateNote}
      save={mutateAsync}
      onSaved={() => void queries.invalidateQueries({ queryKey: [caseQueryKey] })}
    />
  )
}
