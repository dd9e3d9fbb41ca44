import { now } from '#platform/contract/clock.ts'
import { pageFacts } from '#platform/web/page-facts.ts'

const inPortal = (form: Intl.DateTimeFormatOptions, language = 'en-US') =>
  new Intl.DateTimeFormat(language, { ...form, timeZone: pageFacts().timeZone }).format(now())

/** Today in the portal's zone: "2026-11-21". */
export const today = (): string => inPortal({ dateStyle: 'short' }, 'sv-SE')

/** This minute in the portal's zone: "11/21/2026 2:05 PM". */
export function thisMinute(): string {
  const day = inPortal({ year: 'numeric', month: 'numeric', day: 'numeric' })
  return `${day} ${inPortal({ timeStyle: 'short' }).replaceAll(/\s/g, ' ')}`
}
