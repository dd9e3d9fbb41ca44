import { z } from 'zod'
import { importTabEntries, tabEntries } from './tab-storage.ts'

const channelName = 'portal-kept'
const timeoutMs = 500
const entries = z.record(z.string(), z.string())

let channel: BroadcastChannel | undefined

/** Shares the tab storage with tabs opened from this one. */
export function offerTabStorage() {
  channel ??= new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const stored = tabEntries()
    if (data === 'ask' && Object.keys(stored).length > 0) channel?.postMessage(stored)
  }
}

/** Copies the storage of another tab if this one is empty. Values of another user are ignored. */
export async function requestTabStorage(): Promise<void> {
  if (Object.keys(tabEntries()).length > 0) return
  const asking = new BroadcastChannel(channelName)
  const answer = new Promise<unknown>((resolve) => {
    asking.onmessage = ({ data }) => data !== 'ask' && resolve(data)
    setTimeout(resolve, timeoutMs)
  })
  asking.postMessage('ask')
  const { data } = entries.safeParse(await answer)
  asking.close()
  if (data) importTabEntries(data)
}
