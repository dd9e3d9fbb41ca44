import { z } from 'zod'

const channelName = 'portal-session'

let ends: number | undefined
let channel: BroadcastChannel | undefined

/** When the session ends if nothing renews it, in seconds of the server's clock; undefined until it is known. */
export const sessionEnds = (): number | undefined => ends

/** Keeps the end that the server told this tab, and tells the other tabs. */
export function keepSessionEnd(end: number) {
  ends = end
  channel?.postMessage(end)
}

/** Listens to what other tabs were told. */
export function shareSessionEnd() {
  channel ??= new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    ends = z.number().optional().catch(ends).parse(data)
  }
}

/** What was known of a session that is over. */
export function forgetSessionEnd() {
  ends = undefined
}
