import { z } from 'zod'
import { staffPrefix, tabArea } from './storage.ts'

const channelName = 'portal-kept'
const timeoutMs = 500
/** A tab that knows a case from elsewhere leaves the answer to one with search results for this long. */
const precedenceMs = 100

/** A message that asks for the values of a tab that knows a case or a secure search, by its key, and the answer. */
const request = z.object({ type: z.literal('request'), key: z.string() })
const response = z.object({
  type: z.literal('response'),
  key: z.string(),
  texts: z.record(z.string(), z.string()),
})

const isStaffKey = (key: string) => key.startsWith(staffPrefix)
const staffTexts = () =>
  Object.fromEntries(
    tabArea
      .keys()
      .filter(isStaffKey)
      .map((key) => [key, tabArea.read(key)]),
  )

/** How a tab knows a case: from the results of a search, from something else that it loaded, or not at all. */
type Source = 'results' | 'elsewhere' | undefined

/**
 * Shares the staff values of this tab with tabs that show one of its cases. Only tabs that have loaded the case answer,
 * because the tabs of internal staff show different clients.
 */
export function shareTabValues(findSource: (key: string) => Source) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const { data: { key } = {} } = request.safeParse(data)
    const source = key && findSource(key)
    const texts = staffTexts()
    if (!source || Object.keys(texts).length === 0) return
    const answer = () => channel.postMessage({ type: 'response', key, texts })
    setTimeout(answer, source === 'results' ? 0 : precedenceMs)
  }
}

/**
 * Copies the staff values of another tab that knows this case, if this tab has none. Values of another user are
 * ignored.
 */
export async function requestTabValues(key: string): Promise<void> {
  if (Object.keys(staffTexts()).length > 0) return
  const channel = new BroadcastChannel(channelName)
  const answer = new Promise<Record<string, string>>((resolve) => {
    channel.onmessage = ({ data }) => {
      const { data: answered } = response.safeParse(data)
      if (answered?.key === key) resolve(answered.texts)
    }
    setTimeout(() => resolve({}), timeoutMs)
  })
  channel.postMessage({ type: 'request', key })
  const texts = await answer
  channel.close()
  for (const [key, text] of Object.entries(texts)) if (isStaffKey(key)) tabArea.write(key, text)
}
