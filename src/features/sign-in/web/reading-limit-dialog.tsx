import { Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useState } from 'react'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { ReasonForm } from '#platform/web/form/reason-form.tsx'
import { findTopDialog, useReturnFocus } from '#platform/web/use-return-focus.ts'
import { confirmReading, readingReasonLength } from '../contract.ts'
import { messages } from '../messages.ts'
import { readingPaused } from './reading-limit-store.ts'

const text = messages.readingLimit
const validate = (reason: string) => {
  const { length } = reason.trim()
  const { min, max } = readingReasonLength
  return length < min || length > max ? text.reasonFault(min, max) : undefined
}

/** Asks a person who exceeded the reading limit for the reason, over everything else that is open. */
export function ReadingLimitDialog() {
  const opened = useSelector(readingPaused)
  const close = () => readingPaused.set(false)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text.title}
      closeOnClickOutside={false}
      // Above a document or a bill that was opened after this dialog was added to the page.
      zIndex={250}
      // Mantine returns the focus only of a dialog that existed before it opened.
      returnFocus={false}
    >
      <ReadingQuestion onClose={close} />
    </Modal>
  )
}

/** The question, which exists only while it is asked. Loads the page's data again once it is answered. */
function ReadingQuestion({ onClose }: { onClose: () => void }) {
  const [cameFrom] = useState(() => document.activeElement)
  useReturnFocus(() => findReturn(cameFrom))
  const queries = useQueryClient()
  const confirmation = useMutation({
    mutationFn: (reason: string) => call(confirmReading, { reason }),
    onMutate: dismissError,
    onSuccess: () => {
      onClose()
      void queries.refetchQueries({ type: 'active' })
    },
    onError: (error) => {
      // The hour is over.
      if (isNotFoundError(error)) onClose()
      else showError(text.failed)
    },
  })
  return (
    <>
      <Text>{text.explanation}</Text>
      <ReasonForm
        text={{ ...text, submit: text.confirm }}
        validate={validate}
        describe={() => text.reasonHint}
        isBusy={confirmation.isPending}
        onSubmit={(reason) => confirmation.mutate(reason.trim())}
        onCancel={onClose}
      />
    </>
  )
}

/** Where the focus was or, if that is gone, the dialog below. */
function findReturn(cameFrom: Element | null): HTMLElement | null {
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body) return cameFrom
  return findTopDialog()
}
