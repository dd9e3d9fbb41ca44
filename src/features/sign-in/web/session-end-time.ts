import { z } from 'zod'

const channelName = 'portal-session'

let ends: number | undefined
let channel: BroadcastChannel | undefined

/** When the session ends unless it is renewed, in seconds since the epoch; undefined until known. */
export const getSessionEnd = (): number | undefined => ends

/** Stores the session end from the server and shares it with other tabs. */
export function storeSessionEnd(end: number) {
  ends = end
  channel?.postMessage(end)
}

/** Starts to share the session end with other tabs and to receive it from them. */
export function shareSessionEnd() {
  channel ??= new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    ends = z.number().optional().catch(ends).parse(data)
  }
}

/** Clears the stored end of a session that has ended. */
export function clearSessionEnd() {
  ends = undefined
}
