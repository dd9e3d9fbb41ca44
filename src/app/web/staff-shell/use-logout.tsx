import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { personId } from '#clients/web/configuration-store.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { findUnsavedDraft, type UnsavedDraft } from '#platform/web/drafts/draft-storage.ts'
import { messages } from './staff-messages.ts'

/**
 * Asks before a logout that would discard what the person has typed in this tab. `ask` returns whether it asks;
 * otherwise, nothing would be lost.
 */
export function useLogout() {
  const navigate = useNavigate()
  const [unsaved, setUnsaved] = useState<UnsavedDraft>()
  // The dialog keeps its text while it closes.
  const [isAsking, setAsking] = useState(false)
  const { title, question, logOut, stay } = messages.unsaved
  return {
    ask: () => {
      const found = findUnsavedDraft(personId())
      setUnsaved(found)
      setAsking(found !== undefined)
      return found !== undefined
    },
    question: (
      <ConfirmModal
        opened={isAsking}
        title={title}
        yes={logOut}
        no={stay}
        isRisky
        onYes={() => {
          setAsking(false)
          void navigate({ to: '/logout' })
        }}
        onNo={() => setAsking(false)}
      >
        {unsaved && question(unsaved)}
      </ConfirmModal>
    ),
  }
}
