import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { now } from '#platform/contract/clock.ts'
import { useNarrowScreen } from '#platform/web/page/use-screen.ts'
import { describeHours, nameLanguage } from '../../describe-details.ts'
import { messages } from '../../on-demand-messages.ts'
import { messages as searchMessages } from '../../result-messages.ts'
import type { Unit } from '../../rules.ts'
import classes from './comparison.module.css'
import { formatDistance } from './describe-search.ts'
import { CallLink, DirectionsLink } from './provider-links.tsx'
import { ProviderName } from './provider-name.tsx'
import type { Shortlisted } from './use-results-view.ts'

const text = messages.shortlist

type ComparisonProps = {
  entries: readonly Shortlisted[]
  unit: Unit
  onRemove: (hash: string) => void
}

/** The details that at least one of the providers has: side by side or, on a phone, a card for each provider. */
export function Comparison({ entries, unit, onRemove }: ComparisonProps) {
  const isNarrow = useNarrowScreen()
  const rows = listRows(unit)
    .map(({ label, show }) => ({ label, cells: entries.map(show) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
  const Layout = isNarrow ? ComparedCards : ComparedTable
  return <Layout entries={entries} rows={rows} onRemove={onRemove} />
}

type LayoutProps = Omit<ComparisonProps, 'unit'> & { rows: { label: string; cells: ReactNode[] }[] }

/** A list with a card for each provider. */
const ComparedCards = ({ entries, rows, onRemove }: LayoutProps) => (
  <ul aria-label={text.comparison} className={classes.cards}>
    {entries.map(({ provider }, at) => (
      <li key={provider.hash}>
        <h3>
          <ProviderName provider={provider} />
        </h3>
        <dl>
          {rows.map(({ label, cells }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Cell content={cells[at]} />
              </dd>
            </div>
          ))}
        </dl>
        <RemoveButton provider={provider} onRemove={onRemove} />
      </li>
    ))}
  </ul>
)

/** A table with a column for each provider and a row for each detail. */
const ComparedTable = ({ entries, rows, onRemove }: LayoutProps) => (
  <section aria-label={text.comparison} tabIndex={0} className={classes.comparison}>
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
                <Cell content={cells[at]} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {entries.map(({ provider }) => (
            <td key={provider.hash}>
              <RemoveButton provider={provider} onRemove={onRemove} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  </section>
)

const Cell = ({ content }: { content: ReactNode }) =>
  content ?? <span className={classes.unknown}>{text.unknown}</span>

type RemoveButtonProps = Pick<ComparisonProps, 'onRemove'> & { provider: Shortlisted['provider'] }

const RemoveButton = ({ provider, onRemove }: RemoveButtonProps) => (
  <Button
    size="compact-md"
    variant="default"
    aria-label={text.removeNamed(provider.name)}
    onClick={() => onRemove(provider.hash)}
  >
    {text.remove}
  </Button>
)

type DetailRow = { label: string; show: (entry: Shortlisted) => ReactNode }

const yesOrNo = (value: boolean | null | undefined) =>
  value == null ? undefined : value ? text.yes : text.no

/** The details to compare, those that people choose by first. A provider without one has `undefined`. */
const listRows = (unit: Unit): DetailRow[] => [
  { label: text.type, show: ({ provider }) => provider.providerType || undefined },
  { label: text.specialty, show: ({ provider }) => provider.specialty || undefined },
  { label: text.distance, show: (entry) => describeDistance(entry, unit) },
  {
    label: text.phone,
    show: ({ provider }) => (provider.phone ? <CallLink provider={provider} /> : undefined),
  },
  { label: text.address, show: ({ provider }) => provider.addressDisplay || undefined },
  { label: text.directions, show: ({ provider }) => <DirectionsLink provider={provider} /> },
  { label: text.preferred, show: ({ provider }) => yesOrNo(provider.preferred) },
  {
    label: text.hours,
    show: ({ provider: { details } }) => (details ? describeHours(details, now()) : undefined),
  },
  { label: text.newPatients, show: ({ provider }) => yesOrNo(provider.details?.acceptsNewPatients) },
  {
    label: text.languages,
    show: ({ provider }) => provider.details?.languages.map(nameLanguage).join(', ') || undefined,
  },
  { label: text.emergency, show: ({ provider }) => yesOrNo(provider.details?.emergency) },
  { label: text.telehealth, show: ({ provider }) => yesOrNo(provider.details?.telehealth) },
  { label: text.wheelchairAccess, show: ({ provider }) => yesOrNo(provider.details?.wheelchairAccess) },
  {
    label: text.stars,
    show: ({ provider: { details } }) =>
      details?.stars ? searchMessages.details.stars(details.stars) : undefined,
  },
  { label: text.network, show: ({ provider }) => provider.network || undefined },
]

function describeDistance({ provider, from }: Shortlisted, unit: Unit): string | undefined {
  const distance = formatDistance(provider, unit)
  if (!distance) return undefined
  return from ? text.from(distance, from) : distance
}
