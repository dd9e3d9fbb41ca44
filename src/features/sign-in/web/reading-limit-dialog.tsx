import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useId } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { confirmReading, readingReasonLength } from '../contract.ts'
import { messages } from '../messages.ts'
import { readingPaused } from './reading-limit-store.ts'

const text = messages.readingLimit
const schema = withFieldErrors(z.object({ reason: z.string() }), ({ reason }) => {
  const { length } = reason.trim()
  const { min, max } = readingReasonLength
  return length < min || length > max ? { reason: text.reasonFault(min, max) } : {}
})

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
      if (error instanceof ApiError && error.status === 404) close()
      else showError(text.failed)
    },
  })
  return (
    <Modal opened={opened} onClose={close} title={text.title} closeOnClickOutside={false}>
      <Text>{text.explanation}</Text>
      <ReasonForm isBusy={confirmation.isPending} onSubmit={confirmation.mutate} onCancel={close} />
    </Modal>
  )
}

type ReasonFormProps = { isBusy: boolean; onSubmit: (reason: string) => void; onCancel: () => void }

function ReasonForm({ isBusy, onSubmit, onCancel }: ReasonFormProps) {
  const form = useAppForm({ schema, defaultValues: { reason: '' }, idPrefix: useId() })
  return (
    <Form form={form} isBusy={isBusy} onSubmit={({ reason }) => onSubmit(reason.trim())}>
      <Textarea
        {...form.field('reason')}
        label={text.reason}
        description={text.reasonHint}
        withAsterisk
        aria-required
        autosize
        minRows={2}
        mt="md"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text.confirm}
        </Button>
      </Group>
    </Form>
  )
}
