import { z } from 'zod'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { readStored } from './local-storage.ts'

/** The local storage key of the cookie consent. */
export const agreementKey = 'cookiesAgreed'
export const agreement = z.boolean()

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/**
 * If the visitor has consented, sends an event to the company's tag container: only the event and the client.
 */
export function pushToDataLayer(event: AnalyticsEvent, client: string) {
  if (!readStored(agreementKey, agreement)) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, client })
}
