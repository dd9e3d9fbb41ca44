import { z } from 'zod'

const channelName = 'portal-session'

let ends: number | undefined
let channel: BroadcastChannel | undefined

/** When the session ends without renewal, in server seconds; undefined until known. */
export const getSessionEnd = (): number | undefined => ends

/** Stores the session end from the server and shares it with other tabs. */
export function storeSessionEnd(end: number) {
  ends = end
  channel?.postMessage(end)
}

/** Receives the session end from other tabs. */
export function shareSessionEnd() {
  channel ??= new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    ends = z.number().optional().catch(ends).parse(data)
  }
}

/** Clears the data of an ended session. */
export function clearSessionEnd() {
  ends = undefined
}
