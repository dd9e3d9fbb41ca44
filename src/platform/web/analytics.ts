import { z } from 'zod'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { localStore } from './storage.ts'

/** Whether the visitor has agreed to cookies. */
export const cookieConsent = localStore('cookiesAgreed', () => z.boolean())

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/**
 * If the visitor has consented, sends an event to the company's tag container: only the event and the client.
 */
export function pushToDataLayer(event: AnalyticsEvent, client: string) {
  if (!cookieConsent.get()) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, client })
}
