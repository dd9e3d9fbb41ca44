import { Alert, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#platform/contract/money.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { type PendingAuthorization, withdrawProposal } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { pendingQueryKey } from '../pending-query.ts'

const text = messages.proposal

type ProposalNoticeProps = {
  bill: PendingAuthorization
  /** Absent for people who may not decide. */
  onWithdrawn?: (message: string) => void
}

/** The proposed approval of a bill that needs a second person, and the button that withdraws it. */
export function ProposalNotice({ bill, onWithdrawn }: ProposalNoticeProps) {
  const queries = useQueryClient()
  const { itnNumber: itn, currency, proposal } = bill
  const withdrawal = useMutation({
    mutationFn: () => call(withdrawProposal, { itn }),
    onSuccess: ({ message }) => onWithdrawn?.(message),
    onError: (error) =>
      showError((error instanceof ApiError ? error.problem?.detail : undefined) ?? text.failed),
    onSettled: () => queries.invalidateQueries({ queryKey: pendingQueryKey }),
  })
  if (!proposal) return null
  const { by, at, isMine, maximumCovered, patientResponsibility } = proposal
  const [covered, patient] = [maximumCovered, patientResponsibility].map((amount) =>
    formatMoney(amount, currency),
  )
  return (
    <Alert color="blue" variant="light" title={text.mark} role="note" p="sm" mb="sm">
      <Text size="sm">
        {text.describe(covered ?? '', patient ?? '')} <bdi>{text.by(by, formatInstant(at))}</bdi>{' '}
        {isMine || !onWithdrawn ? text.wait : text.confirm}
      </Text>
      {onWithdrawn && (
        <BusyButton
          mt={8}
          size="compact-sm"
          variant="default"
          isBusy={withdrawal.isPending}
          onClick={() => withdrawal.mutate()}
        >
          {text.withdraw}
        </BusyButton>
      )}
    </Alert>
  )
}
