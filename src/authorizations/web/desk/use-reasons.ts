import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { type LookupItem, listDenialReasons, listInfoNeeded } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { defaultCodes } from '../../rules.ts'

const lists = {
  deny: { contract: listDenialReasons, failed: messages.denyListFailed },
  info: { contract: listInfoNeeded, failed: messages.infoListFailed },
} as const

/** What a list offers, and as long as it is not there its default alone, which it always has. */
export type Reasons = { items: readonly LookupItem[]; failed: string | undefined; retry: () => void }

/** The reasons of one of the two lists to choose from. */
export function useReasons(list: keyof typeof lists): Reasons {
  const { contract, failed } = lists[list]
  const query = useQuery({
    queryKey: ['authorization-reasons', list],
    queryFn: async ({ signal }) => (await call(contract, {}, signal)).lookupItems,
  })
  useErrorNotice(query, failed)
  return {
    items: query.data ?? [{ code: defaultCodes[list], description: '' }],
    failed: query.isError && !query.isFetching ? failed : undefined,
    retry: () => void query.refetch(),
  }
}
