import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type BillOptions = {
  openItn: string | undefined
  /** Whether the list shows the bill with this ITN. */
  isListed: (itn: string) => boolean
  open: (itn: string) => void
  close: () => void
}

/**
 * Returns the ITN of the open bill from an address: from its fragment, which browsers keep to themselves, or from the query
 * of an older link.
 */
export const findItn = ({ hash, search }: Record<'hash' | 'search', string>) =>
  new URLSearchParams(hash ? hash.slice(1) : search).get('itn') ?? undefined

/** The fragment of an address that opens the bill with this ITN, without its "#"; empty without an ITN. */
export const billFragment = (itn = '') => (itn ? `itn=${encodeURIComponent(itn)}` : '')

/**
 * Keeps the open bill in the fragment of the address. Opening one from the list adds an entry to the history, so that Back
 * closes the bill; Next and Previous replace it. A bill that another page or a link opened has no list before it: Back
 * returns to where the person came from.
 */
export function useBillAddress({ openItn, isListed, open, close }: BillOptions) {
  const { history, navigate } = useRouter()
  const [path] = useState(history.location.pathname)
  const shown = useRef<string>(undefined)
  const isGoingBack = useRef(false)
  const update = useEffectEvent(() => {
    const { state } = history.location
    const itn = findItn(history.location)
    if (isGoingBack.current || itn === openItn) return
    if (openItn === undefined && state.isOverList) {
      isGoingBack.current = true
      return history.back()
    }
    void navigate({
      to: '.',
      hash: billFragment(openItn),
      replace: itn !== undefined,
      state: { isOverList: itn === undefined || state.isOverList },
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (shown.current !== openItn) update()
    shown.current = openItn
  }, [openItn])
  const follow = useEffectEvent(() => {
    const { pathname, href, state } = history.location
    if (isGoingBack.current) {
      isGoingBack.current = false
      // Another bill may have been opened in the meantime.
      return update()
    }
    const itn = findItn(history.location)
    if (pathname !== path || itn === openItn) return
    if (itn === undefined) close()
    else if (isListed(itn)) open(itn)
    else history.replace(href, { ...state, openItn: itn })
  })
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type !== 'PUSH' && action.type !== 'REPLACE') follow()
      }),
    [history],
  )
}
