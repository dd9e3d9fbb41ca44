import { z } from 'zod'
import type { AnalyticsEvent } from '../contract/analytics.ts'
import { recall } from './local-storage.ts'

/** Where local storage keeps that the person agreed to what the cookie banner says. */
export const agreementKey = 'cookiesAgreed'
export const agreement = z.boolean()

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Tells the company's tag container of an event, once the person has agreed: the event, the client, nothing else. */
export function tellDataLayer(event: AnalyticsEvent, client: string) {
  if (!recall(agreementKey, agreement)) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, client })
}
