import { z } from 'zod'
import { staffPrefix, tabArea } from './storage.ts'

const channelName = 'portal-kept'
const timeoutMs = 500
/** A tab that knows a case only from elsewhere is believed if none with search results answers for this long. */
const precedenceMs = 100

/** A message that asks for the values of a tab that knows a case or a secure search, by its key, and the response. */
const request = z.object({ type: z.literal('request'), key: z.string() })
const response = z.object({
  type: z.literal('response'),
  key: z.string(),
  /** How the tab knows it: from the results of a search, or from something else that it loaded. */
  source: z.enum(['results', 'elsewhere']),
  texts: z.record(z.string(), z.string()),
})

/** A message that an access has ended, by its ID. */
const ending = z.object({ type: z.literal('ended'), id: z.string() })

type Source = z.infer<typeof response>['source'] | undefined

const isStaffKey = (key: string) => key.startsWith(staffPrefix)
const staffTexts = () =>
  Object.fromEntries(
    tabArea
      .keys()
      .filter(isStaffKey)
      .map((key) => [key, tabArea.read(key)]),
  )

/**
 * Shares the staff values of this tab with tabs that show one of its cases or secure searches. Only tabs that know it
 * answer, because the tabs of internal staff show different clients. They answer at once: browsers slow down the timers
 * of tabs in the background.
 */
export function shareTabValues(findSource: (key: string) => Source) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const { data: { key } = {} } = request.safeParse(data)
    const source = key && findSource(key)
    const texts = staffTexts()
    if (source && Object.keys(texts).length > 0) channel.postMessage({ type: 'response', key, source, texts })
  }
}

/** Tells the other tabs that an access has ended, by its ID. */
export function announceEnd(id: string) {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ type: 'ended', id })
  channel.close()
}

/** Calls the listener with the ID of each access that another tab says has ended; returns the unsubscribe function. */
export function subscribeToEnds(listener: (id: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const { data: ended } = ending.safeParse(data)
    if (ended) listener(ended.id)
  }
  return () => channel.close()
}

/**
 * Copies the staff values of another tab that knows this case or secure search, if this tab has none. Values of another
 * user are ignored.
 */
export async function requestTabValues(key: string): Promise<void> {
  if (Object.keys(staffTexts()).length > 0) return
  const channel = new BroadcastChannel(channelName)
  const values = new Promise<Record<string, string>>((resolve) => {
    channel.onmessage = ({ data }) => {
      const { data: message } = response.safeParse(data)
      if (message?.key !== key) return
      const copy = () => resolve(message.texts)
      if (message.source === 'results') copy()
      else setTimeout(copy, precedenceMs)
    }
    setTimeout(() => resolve({}), timeoutMs)
  })
  channel.postMessage({ type: 'request', key })
  const texts = await values
  channel.close()
  for (const [key, text] of Object.entries(texts)) if (isStaffKey(key)) tabArea.write(key, text)
}
