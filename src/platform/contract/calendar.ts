const written = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))$/

/** The years whose days are taken. */
export const years = { first: 1900, last: 2199 }

/** A day as it travels ("2026-01-02"), from that or from M/D/YYYY; undefined where there is no such day in the years that are taken. */
export function dayFrom(text: string): string | undefined {
  const day = dayOfAnyYear(text)
  const year = Number(day?.slice(0, 4))
  return year >= years.first && year <= years.last ? day : undefined
}

/** The same, in whatever year of four digits. */
export function dayOfAnyYear(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay, month = isoMonth, day = isoDay, year = isoYear] =
    written.exec(text) ?? []
  if (!year || !month || !day) return undefined
  const travelling = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const instant = new Date(`${travelling}T00:00:00Z`)
  return Number.isNaN(+instant) || instant.toISOString().slice(0, 10) !== travelling ? undefined : travelling
}

/** A day as people read it: "2026-01-02" is 1/2/2026. */
export function shownDay(travelling: string): string {
  const [year, month, day] = travelling.split('-')
  return `${Number(month)}/${Number(day)}/${year}`
}

/** The day that an instant is of in a time zone: "2026-01-02". */
export const dayIn = (timeZone: string, instant: Date): string => dayForm(timeZone).format(instant)

/** An instant as people read it in a time zone: "11/21/2026 2:05 PM". */
export function shownInstantIn(timeZone: string, instant: string | number | Date): string {
  return instantForm(timeZone).format(new Date(instant)).replace(',', '').replaceAll(/\s/g, ' ')
}

const dayForm = formOfZones('sv-SE', { dateStyle: 'short' })
const instantForm = formOfZones('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A form for each time zone, made once: that takes as long as writing dozens of days. */
function formOfZones(locale: string, form: Intl.DateTimeFormatOptions) {
  const forms = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const made = forms.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...form, timeZone })
    forms.set(timeZone, made)
    return made
  }
}
