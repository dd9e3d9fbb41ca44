import { Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { ReasonForm } from '#platform/web/form/reason-form.tsx'
import { confirmReading, readingReasonLength } from '../contract.ts'
import { messages } from '../messages.ts'
import { readingPaused } from './reading-limit-store.ts'

const text = messages.readingLimit
const validate = (reason: string) => {
  const { length } = reason.trim()
  const { min, max } = readingReasonLength
  return length < min || length > max ? text.reasonFault(min, max) : undefined
}

/** Asks a person who exceeded the reading limit for the reason, and loads the page's data again. */
export function ReadingLimitDialog() {
  const opened = useSelector(readingPaused)
  const queries = useQueryClient()
  const close = () => readingPaused.set(false)
  const confirmation = useMutation({
    mutationFn: (reason: string) => call(confirmReading, { reason }),
    onMutate: dismissError,
    onSuccess: () => {
      close()
      void queries.refetchQueries({ type: 'active' })
    },
    onError: (error) => {
      // The hour is over.
      if (isNotFoundError(error)) close()
      else showError(text.failed)
    },
  })
  return (
    <Modal opened={opened} onClose={close} title={text.title} closeOnClickOutside={false}>
      <Text>{text.explanation}</Text>
      <ReasonForm
        words={{ ...text, submit: text.confirm }}
        validate={validate}
        describe={() => text.reasonHint}
        isBusy={confirmation.isPending}
        onSubmit={(reason) => confirmation.mutate(reason.trim())}
        onCancel={close}
      />
    </Modal>
  )
}
