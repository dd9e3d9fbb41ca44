import { pageFacts } from './page-facts.ts'

const forms = new Map<string, Intl.DateTimeFormat>()

/** An instant as people read it in a time zone, the portal's unless told: "11/21/2026 2:05 PM". */
export function shownInstant(instant: string | number, timeZone = pageFacts().timeZone): string {
  const form = forms.get(timeZone) ?? formIn(timeZone)
  forms.set(timeZone, form)
  return form.format(new Date(instant)).replace(',', '').replaceAll(/\s/g, ' ')
}

const formIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
