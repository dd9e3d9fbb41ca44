import { hostname as machineName } from 'node:os'
import type { Config } from '../config/settings.ts'
import { now } from '../contract/clock.ts'
import { postWebhook } from '../http/post-webhook.ts'
import type { StreamRecord } from './stream-records.ts'
import { parseStreamAddress } from './stream-settings.ts'
import { frameSyslogMessage, sendSyslog } from './syslog-transport.ts'

export type StreamConfig = Pick<Config, 'AUDIT_STREAM_URL' | 'AUDIT_STREAM_SECRET' | 'PUBLIC_URL'>

/** Sends records to the receiver in their order, or throws. Without records, it only shows that the receiver responds. */
export type SendRecords = (records: readonly StreamRecord[]) => Promise<void>

/** How to reach the receiver that the settings name; undefined without one. */
export function createStreamTransport(config: StreamConfig, timeoutMs?: number): SendRecords | undefined {
  const { AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET: secrets = [], PUBLIC_URL } = config
  const address = url === undefined ? undefined : parseStreamAddress(url)
  if (url === undefined || !address) return undefined
  if (address.kind === 'webhook')
    return (records) => postWebhook({ url, secrets }, createMessage(records), timeoutMs)
  const hostname = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : machineName()
  return (records) =>
    sendSyslog(address, records.map((each) => frameSyslogMessage(each, hostname)).join(''), timeoutMs)
}

/** The ID is the same if the same entries are sent again. */
function createMessage(records: readonly StreamRecord[]) {
  const [first, last] = [records[0], records.at(-1)]
  const id =
    first && last ? `audit-${first.position}-${last.position}-${last.hash.slice(0, 16)}` : 'audit-check'
  const entries = records.map(({ json }): unknown => JSON.parse(json))
  return { id, content: { type: 'audit.entries', timestamp: now().toISOString(), data: { entries } } }
}
