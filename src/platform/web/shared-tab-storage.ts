import { z } from 'zod'
import { staffPrefix, tabArea } from './storage.ts'

const channelName = 'portal-kept'
const timeoutMs = 500
const texts = z.record(z.string(), z.string())

const isStaffKey = (key: string) => key.startsWith(staffPrefix)
const staffTexts = () =>
  Object.fromEntries(
    tabArea
      .keys()
      .filter(isStaffKey)
      .map((key) => [key, tabArea.read(key)]),
  )

/** Shares the staff values of this tab with tabs opened from it. */
export function shareTabValues() {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const stored = staffTexts()
    if (data === 'ask' && Object.keys(stored).length > 0) channel.postMessage(stored)
  }
}

/** Copies the staff values of another tab if this one has none. Values of another user are ignored. */
export async function requestTabValues(): Promise<void> {
  if (Object.keys(staffTexts()).length > 0) return
  const channel = new BroadcastChannel(channelName)
  const response = new Promise<unknown>((resolve) => {
    channel.onmessage = ({ data }) => data !== 'ask' && resolve(data)
    setTimeout(resolve, timeoutMs)
  })
  channel.postMessage('ask')
  const { data } = texts.safeParse(await response)
  channel.close()
  for (const [key, text] of Object.entries(data ?? {})) if (isStaffKey(key)) tabArea.write(key, text)
}
