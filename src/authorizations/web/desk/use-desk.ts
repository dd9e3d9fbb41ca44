import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { foundPending, type Pending } from '../pending-search.ts'
import type { Refusal } from './refusal.ts'

/** Which bill lies on the desk, the ways to the others, and what happens after each decision. */
export function useDesk(order: readonly PendingAuthorization[]) {
  const queries = useQueryClient()
  const [opened, open] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const now = useRef({ order, opened })
  useEffect(() => {
    now.current = { order, opened }
  })
  const place = order.findIndex(({ itnNumber }) => itnNumber === opened)

  const show = (itn: string | undefined, said?: string) => {
    setNotice(itn && said)
    open(itn)
    if (said && !itn) showError(said)
  }
  /** Takes a bill off the list; where it still lies on the desk the next one does then, with what there is to say. */
  const finish = (itn: string, said?: string) => {
    const at = now.current.order.findIndex(({ itnNumber }) => itnNumber === itn)
    if (now.current.opened === itn) show(now.current.order[at + 1]?.itnNumber, said)
    else if (said) showError(said)
    takeOff(queries, itn)
  }
  const refused = (itn: string, { sentence, isDecided, isOutdated }: Refusal) => {
    if (isDecided) return finish(itn, sentence)
    if (isOutdated) void queries.invalidateQueries({ queryKey: foundPending })
    if (now.current.opened === itn) setNotice(sentence)
    else showError(sentence)
  }
  return {
    ...{ open, bill: order[place], next: order[place + 1], place: place + 1, all: order.length, notice },
    move: (steps: 1 | -1) => show(order[place + steps]?.itnNumber),
    close: () => show(undefined),
    events: {
      onDecided: (itn: string) => finish(itn),
      onRefused: refused,
      onBegun: () => setNotice(undefined),
    },
  }
}

/** Takes a bill off every list that is kept, which is as old as it was for all that. */
function takeOff(queries: QueryClient, itn: string) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: foundPending }))
    queries.setQueryData<Pending>(queryKey, (found) => found && without(found, itn), {
      updatedAt: state.dataUpdatedAt,
    })
}

const without = (found: Pending, itn: string): Pending => ({
  ...found,
  bills: found.bills.filter(({ itnNumber }) => itnNumber !== itn),
})
