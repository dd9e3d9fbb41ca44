import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { type LookupItem, listDenialReasons, listInfoNeeded } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { defaultCodes } from '../../rules.ts'

const lists = {
  deny: { contract: listDenialReasons, failed: messages.denyListFailed },
  info: { contract: listInfoNeeded, failed: messages.infoListFailed },
} as const

/** The options of a list. Until they load, the only option is the default, which always exists. */
type Reasons = { items: readonly LookupItem[]; failed: string | undefined; retry: () => void }

/** The options of both lists, by action. A single notice covers all loading errors. */
export function useReasons(): Record<'D' | 'I', Reasons> {
  const [deny, info] = [useList('deny'), useList('info')]
  const failing = [deny, info].filter(({ query }) => query.isError)
  const isSettled = !deny.query.isFetching && !info.query.isFetching
  useErrorNotice(
    {
      isError: isSettled && failing.length > 0,
      errorUpdatedAt: Math.max(deny.query.errorUpdatedAt, info.query.errorUpdatedAt),
    },
    failing.map(({ message }) => message).join(' '),
  )
  return { D: deny.reasons, I: info.reasons }
}

function useList(list: keyof typeof lists) {
  const { contract, failed: message } = lists[list]
  const query = useQuery({
    queryKey: ['authorization-reasons', list],
    queryFn: async ({ signal }) => (await call(contract, {}, signal)).lookupItems,
  })
  const reasons: Reasons = {
    items: query.data ?? [{ code: defaultCodes[list], description: '' }],
    failed: query.isError && !query.isFetching ? message : undefined,
    retry: () => void query.refetch(),
  }
  return { query, message, reasons }
}
