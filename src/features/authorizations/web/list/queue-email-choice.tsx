import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { queueEmailKey, readQueueEmail, setQueueEmail } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'

const text = queueMessages.email

/** Turns the daily email about the queue on or off, for people who may decide; nothing for others. */
export function QueueEmailChoice({ owner }: { owner: string }) {
  const queries = useQueryClient()
  const queryKey = [...queueEmailKey, owner]
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(readQueueEmail, {}, signal) })
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(setQueueEmail, { isOn }),
    onSuccess: ({ isOn }) => queries.setQueryData(queryKey, data && { ...data, isOn }),
    onError: () => showError(text.failed),
  })
  if (!data?.mayDecide) return null
  const { address, isOn } = data
  return (
    <Checkbox
      label={text.label}
      description={address === null ? text.noAddress : text.describe(address)}
      // The choice shows at once.
      checked={change.isPending ? change.variables : isOn}
      disabled={change.isPending || (address === null && !isOn)}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}
