import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { now } from '#platform/contract/clock.ts'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import type { SearchInfo } from '../../contract.ts'
import { describeHours, nameLanguage } from '../../describe-details.ts'
import { messages } from '../../mail-form-messages.ts'
import { messages as searchMessages } from '../../result-messages.ts'
import type { Unit } from '../../rules.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import { formatDistance } from './describe-search.ts'
import { downloadProviderList } from './download-results.ts'
import { CallLink, DirectionsLink } from './provider-links.tsx'
import { ProviderName } from './provider-name.tsx'
import classes from './shortlist-panel.module.css'
import { type Shortlisted, useShortlist } from './use-results-view.ts'

const words = messages.shortlist
/** The most providers side by side. */
const maxCompared = 4

type ShortlistPanelProps = {
  about: {
    search: SearchInfo
    offersEmail: boolean
    /** Selects those of the providers that are in the results; returns how many there are. */
    select: (hashes: readonly string[]) => void
    /** How many of the providers are in the results. */
    countInResults: (hashes: readonly string[]) => number
  }
  opened: boolean
  onClose: () => void
}

/** The saved providers of a search, up to four side by side, and what can be done with all of them. */
export function ShortlistPanel({ about, opened, onClose }: ShortlistPanelProps) {
  const { search, offersEmail, select, countInResults } = about
  const { entries, remove, clear } = useShortlist(search.code)
  const [left, setLeft] = useState<readonly string[]>(() => hashesOfAll(entries).slice(maxCompared))
  const heading = useRef<HTMLParagraphElement>(null)
  const [isSaving, setSaving] = useState(false)
  const providers = entries.map(({ provider }) => provider)
  const save = async () => {
    setSaving(true)
    await downloadProviderList(search, providers)
    setSaving(false)
  }
  const email = useLazyModal(loadEmailModal, searchMessages.providerEmail.failed)
  const hashes = hashesOfAll(entries)
  const compared = entries.filter(({ provider }) => !left.includes(provider.hash)).slice(0, maxCompared)
  const inResults = countInResults(hashes)
  const choose = (hash: string, isCompared: boolean) =>
    setLeft(isCompared ? left.filter((each) => each !== hash) : [...left, hash])
  // The pressed button disappears, so the summary takes the focus.
  const andFocus = (change: () => void) => () => {
    change()
    heading.current?.focus()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={words.title} size="min(1120px, 96vw)">
      <p ref={heading} tabIndex={-1} role="status" className={classes.summary}>
        {entries.length === 0
          ? words.empty
          : `${searchMessages.shortlist.announced(entries.length)}. ${words.kept}`}
      </p>
      {entries.length > maxCompared && (
        <ComparedChoice entries={entries} compared={compared} onChoose={choose} />
      )}
      {compared.length > 0 && (
        <Comparison
          entries={compared}
          unit={search.unit}
          onRemove={(hash) => andFocus(() => remove(hash))()}
        />
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        {entries.length > 0 && (
          <>
            <Button variant="default" onClick={andFocus(clear)}>
              {words.clear}
            </Button>
            {inResults > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  select(hashes)
                  onClose()
                }}
              >
                {words.select(inResults)}
              </Button>
            )}
            <BusyButton variant="default" isBusy={isSaving} onClick={save}>
              {searchMessages.downloadPdf}
            </BusyButton>
            {offersEmail && (
              <Button onClick={() => email.open({ code: search.code, providers })}>
                {words.email(hashes.length)}
              </Button>
            )}
          </>
        )}
        {entries.length === 0 && <Button onClick={onClose}>{words.close}</Button>}
      </Group>
      {email.modal}
    </Modal>
  )
}

type ComparedChoiceProps = {
  entries: readonly Shortlisted[]
  compared: readonly Shortlisted[]
  onChoose: (hash: string, isCompared: boolean) => void
}

/** Check boxes that choose the providers to compare. */
const ComparedChoice = ({ entries, compared, onChoose }: ComparedChoiceProps) => (
  <fieldset className={classes.choice}>
    <legend>{words.compare(maxCompared)}</legend>
    {entries.map((entry) => {
      const { hash, name } = entry.provider
      const isCompared = compared.includes(entry)
      return (
        <label key={hash}>
          <input
            type="checkbox"
            checked={isCompared}
            disabled={!isCompared && compared.length === maxCompared}
            onChange={() => onChoose(hash, !isCompared)}
          />
          {name}
        </label>
      )
    })}
  </fieldset>
)

const loadEmailModal = async () => (await import('../email/email-modal.tsx')).EmailModal

const hashesOfAll = (entries: readonly Shortlisted[]) => entries.map(({ provider }) => provider.hash)

type ComparisonProps = {
  entries: readonly Shortlisted[]
  unit: Unit
  onRemove: (hash: string) => void
}

/** A table with a column for each provider and a row for each detail that at least one of them has. */
function Comparison({ entries, unit, onRemove }: ComparisonProps) {
  const rows = listRows(unit)
    .map(({ label, show }) => ({ label, cells: entries.map(show) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
  return (
    <section aria-label={words.comparison} tabIndex={0} className={classes.comparison}>
      <table>
        <thead>
          <tr>
            <td />
            {entries.map(({ provider }) => (
              <th key={provider.hash} scope="col">
                <ProviderName provider={provider} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {entries.map(({ provider }, at) => (
                <td key={provider.hash}>
                  {cells[at] ?? <span className={classes.unknown}>{words.unknown}</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {entries.map(({ provider: { hash, name } }) => (
              <td key={hash}>
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={words.removeNamed(name)}
                  onClick={() => onRemove(hash)}
                >
                  {words.remove}
                </Button>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

type DetailRow = { label: string; show: (entry: Shortlisted) => ReactNode }

const yesOrNo = (value: boolean | null | undefined) =>
  value == null ? undefined : value ? words.yes : words.no

/** The details to compare, those that people choose by first. A provider without one has `undefined`. */
const listRows = (unit: Unit): DetailRow[] => [
  { label: words.type, show: ({ provider }) => provider.providerType || undefined },
  { label: words.specialty, show: ({ provider }) => provider.specialty || undefined },
  { label: words.distance, show: (entry) => describeDistance(entry, unit) },
  {
    label: words.phone,
    show: ({ provider }) => (provider.phone ? <CallLink provider={provider} /> : undefined),
  },
  { label: words.address, show: ({ provider }) => provider.addressDisplay || undefined },
  { label: words.directions, show: ({ provider }) => <DirectionsLink provider={provider} /> },
  { label: words.preferred, show: ({ provider }) => yesOrNo(provider.preferred) },
  {
    label: words.hours,
    show: ({ provider: { details } }) => (details ? describeHours(details, now()) : undefined),
  },
  { label: words.newPatients, show: ({ provider }) => yesOrNo(provider.details?.acceptsNewPatients) },
  {
    label: words.languages,
    show: ({ provider }) => provider.details?.languages.map(nameLanguage).join(', ') || undefined,
  },
  { label: words.emergency, show: ({ provider }) => yesOrNo(provider.details?.emergency) },
  { label: words.telehealth, show: ({ provider }) => yesOrNo(provider.details?.telehealth) },
  { label: words.wheelchairAccess, show: ({ provider }) => yesOrNo(provider.details?.wheelchairAccess) },
  {
    label: words.stars,
    show: ({ provider: { details } }) =>
      details?.stars ? searchMessages.details.stars(details.stars) : undefined,
  },
  { label: words.network, show: ({ provider }) => provider.network || undefined },
]

function describeDistance({ provider, from }: Shortlisted, unit: Unit): string | undefined {
  const distance = formatDistance(provider, unit)
  if (!distance) return undefined
  return from ? words.from(distance, from) : distance
}
