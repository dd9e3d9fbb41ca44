import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { caseQueryKey } from '#cases/case-contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, useFieldValue, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { type IssuedVob, withdrawVob } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { countCharacters, normalizeReason, reasonLength, validateReason } from '../../rules.ts'

type WithdrawModalProps = {
  vob: IssuedVob
  opened: boolean
  onWithdrawn: () => void
  onClose: () => void
  /** Called after the closing transition. */
  onClosed: () => void
}

const schema = withFieldErrors(z.object({ reason: z.string() }), ({ reason }) => {
  const message = validateReason(reason)
  return message === undefined ? {} : { reason: message }
})
const text = messages.withdrawal

/** Asks for the reason and withdraws a letter. If someone else has already withdrawn the letter, the dialog closes. */
export function WithdrawModal({ vob, opened, onWithdrawn, onClose, onClosed }: WithdrawModalProps) {
  const { number, patientName, providerName } = vob
  const queries = useQueryClient()
  const reload = () =>
    Promise.all([['vobs'], [caseQueryKey, 'vobs']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const withdrawal = useMutation({
    mutationFn: (reason: string) => call(withdrawVob, { number, reason }),
    onMutate: dismissError,
    onSuccess: () => {
      void reload()
      onWithdrawn()
    },
    onError: (error) => {
      const problem = error instanceof ApiError && error.status < 500 ? error.problem : undefined
      showError(problem?.detail ?? text.failed)
      if (!(error instanceof ApiError) || error.status !== 409) return
      void reload()
      onClose()
    },
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text.title(number)}
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Text>{text.letter(patientName, providerName)}</Text>
      <Text mt="xs">{text.consequence}</Text>
      <ReasonForm isBusy={withdrawal.isPending} onSubmit={withdrawal.mutate} onCancel={onClose} />
    </Modal>
  )
}

type ReasonFormProps = { isBusy: boolean; onSubmit: (reason: string) => void; onCancel: () => void }

function ReasonForm({ isBusy, onSubmit, onCancel }: ReasonFormProps) {
  const form = useAppForm({ schema, defaultValues: { reason: '' }, idPrefix: useId() })
  const left = reasonLength.max - countCharacters(normalizeReason(useFieldValue(form, 'reason')))
  return (
    <Form form={form} isBusy={isBusy} onSubmit={({ reason }) => onSubmit(reason)}>
      <Textarea
        {...form.field('reason')}
        label={text.reason}
        description={left < 0 ? messages.charactersOver(-left) : messages.charactersLeft(left)}
        withAsterisk
        aria-required
        autosize
        minRows={3}
        mt="md"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text.submit}
        </Button>
      </Group>
    </Form>
  )
}
