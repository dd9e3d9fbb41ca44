import { shownInstantIn } from '../contract/calendar.ts'
import { pageFacts } from './page-facts.ts'

/** An instant as people read it in a time zone, the portal's unless told: "11/21/2026 2:05 PM". */
export const shownInstant = (instant: string | number, timeZone = pageFacts().timeZone): string =>
  shownInstantIn(timeZone, instant)
