import { Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { caseQueryKey } from '#cases/case-contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { ReasonForm } from '#platform/web/form/reason-form.tsx'
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

const text = messages.withdrawal

function describeLength(reason: string) {
  const left = reasonLength.max - countCharacters(normalizeReason(reason))
  return left < 0 ? messages.charactersOver(-left) : messages.charactersLeft(left)
}

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
      <ReasonForm
        text={text}
        validate={validateReason}
        describe={describeLength}
        isBusy={withdrawal.isPending}
        onSubmit={withdrawal.mutate}
        onCancel={onClose}
      />
    </Modal>
  )
}
