import { TextInput } from '@mantine/core'
import { IconChevronRight, IconPhoneCall, IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { carriedPlaceKey } from '#geography/contract.ts'
import { formatPhone } from '#platform/contract/phone-address.ts'
import type { Assistance, MemberPageData } from '../contract.ts'
import type { MemberTexts } from '../messages.ts'
import classes from './member-help-panel.module.css'
import { useTexts } from './use-texts.ts'

type MemberHelpProps = Pick<MemberPageData, 'assistance' | 'searches'> & { children: ReactNode }

/** The phone numbers for a member, the content of the client, and links to the provider search. */
export function MemberHelp({ assistance, searches, children }: MemberHelpProps) {
  return (
    <div className={classes.help}>
      {assistance && <CallPanel assistance={assistance} />}
      {children}
      {searches.length > 0 && <CarePanel searches={searches} />}
    </div>
  )
}

/** A button for each number. The first one is for the place of the device, as far as its time zone tells. */
function CallPanel({ assistance }: { assistance: Assistance }) {
  const { text, language } = useTexts()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <section className={classes.calls} aria-label={text.assistance.title}>
      <h2>{text.assistance.title}</h2>
      <p>{text.assistance.lead}</p>
      {listCalls(assistance, { text, language, timeZone }).map(({ label, phone }, index) => (
        <a key={label} href={`tel:${formatPhone(phone) ?? ''}`} data-first={index === 0 || undefined}>
          <IconPhoneCall size={28} stroke={1.75} aria-hidden />
          <span>
            {label} <b>{phone}</b>
          </span>
          <IconChevronRight size={22} aria-hidden />
        </a>
      ))}
    </section>
  )
}

type Place = { text: MemberTexts; language: string; timeZone: string }

/** The numbers with their labels: that of the time zone’s country first or, without one, that for everywhere else. */
export function listCalls(
  { usaAndCanada, elsewhere, countries }: Assistance,
  { text: { assistance }, language, timeZone }: Place,
) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const calls = [
    { label: assistance.usaAndCanada, phone: usaAndCanada, places: ['US', 'CA'] },
    { label: assistance.elsewhere, phone: elsewhere, places: [] },
    ...Object.entries(countries).map(([code, phone]) => ({
      label: assistance.from(names.of(code) ?? code),
      phone,
      places: [code],
    })),
  ].flatMap(({ phone, ...call }) => (phone ? [{ ...call, phone }] : []))
  const isHere = ({ places }: { places: string[] }) => places.some((code) => hasTimeZone(code, timeZone))
  const first = calls.find(isHere) ?? calls.find(({ places }) => places.length === 0)
  return first ? [first, ...calls.filter((call) => call !== first)] : calls
}

/** Whether a country has a time zone; false in browsers that do not know the zones of countries. */
function hasTimeZone(country: string, timeZone: string): boolean {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] } =
    new Intl.Locale('und', { region: country })
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).includes(timeZone)
}

/** The searches of the plan, which start from the place that the member enters, or from that of the device. */
function CarePanel({ searches }: Pick<MemberPageData, 'searches'>) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const [place, setPlace] = useState('')
  // A new tab or window has a memory of its own; the place would stay in this one.
  const handOnPlace = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (!ctrlKey && !metaKey && !shiftKey) queries.setQueryData(carriedPlaceKey, place.trim())
  }
  return (
    <section className={classes.care} aria-label={text.care.title}>
      <h2>{text.care.title}</h2>
      <p>{text.care.lead}</p>
      <TextInput
        label={text.care.where}
        description={text.care.whereHint}
        value={place}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <ul>
        {searches.map(({ key, title }) => (
          <li key={key}>
            <Link to="/$searchKey" params={{ searchKey: key }} onClick={handOnPlace}>
              <IconSearch size={20} aria-hidden /> <span lang="en">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
