import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listClients } from '#clients/contract.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { call } from '#platform/web/api-client.ts'
import { DateFilters } from '#platform/web/table/date-filters.tsx'
import { ChoiceFilter, ListFilters, SearchFilter } from '#platform/web/table/list-filters.tsx'
import { type AuditFilter, auditFilter, auditPeriod } from '../contract.ts'
import { messages } from '../messages.ts'
import { nameAction } from './audit-columns.tsx'

const filterText = messages.filters
const maxLength = 200

/** The filters of the first list: the last 7 days. */
export const noFilter = auditFilter.parse({})

const actionChoices = Object.keys(messages.actions)
  .map((action) => ({ value: action, label: nameAction(action) }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'))

type FilterFieldsProps = { filter: AuditFilter; isFiltered: boolean; onChange: (filter: AuditFilter) => void }

/** The filters of the audit trail: who, whose, what and when. */
export function AuditFilterFields({ filter, isFiltered, onChange }: FilterFieldsProps) {
  const { data } = useQuery({
    queryKey: ['audit clients'],
    queryFn: ({ signal }) => call(listClients, {}, signal),
  })
  const clients = (data?.clients ?? []).map(({ id, label }) => ({ value: id, label }))
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part })
  const { client, action, period, from, to } = filter
  return (
    <ListFilters
      title={filterText.title}
      summary={describeFilter(filter, clients.find(({ value }) => value === client)?.label ?? client)}
      isFiltered={isFiltered}
      onClear={() => onChange(noFilter)}
    >
      <SearchFilter
        label={filterText.person}
        hint={filterText.personHint}
        maxLength={maxLength}
        value={filter.person}
        onChange={(person) => change({ person })}
      />
      <SearchFilter
        label={filterText.patient}
        hint={filterText.patientHint}
        maxLength={maxLength}
        value={filter.patient}
        onChange={(patient) => change({ patient })}
      />
      <SearchFilter
        label={filterText.incident}
        hint=""
        maxLength={maxLength}
        value={filter.incidentNumber}
        onChange={(incidentNumber) => change({ incidentNumber })}
      />
      <SearchFilter
        label={filterText.itn}
        hint=""
        maxLength={maxLength}
        value={filter.itn}
        onChange={(itn) => change({ itn })}
      />
      <NativeSelect
        label={filterText.client}
        value={client}
        data={[{ value: '', label: filterText.allClients }, ...clients]}
        onChange={({ currentTarget }) => change({ client: currentTarget.value })}
      />
      <NativeSelect
        label={filterText.action}
        value={action}
        data={[{ value: '', label: filterText.allActions }, ...actionChoices]}
        onChange={({ currentTarget }) => change({ action: currentTarget.value })}
      />
      <ChoiceFilter
        label={filterText.period}
        choices={auditPeriod}
        names={filterText.periods}
        value={period}
        onChange={(chosen) => change({ period: chosen })}
      />
      {period === 'dates' && <DateFilters from={from} to={to} onChange={change} />}
    </ListFilters>
  )
}

/** What the list is limited to, in a line. */
function describeFilter(
  { person, patient, incidentNumber, itn, action, ...filter }: AuditFilter,
  client: string,
) {
  const { period, from, to } = filter
  const days = filterText.days(from && formatDay(from), to && formatDay(to))
  return [
    person,
    patient,
    incidentNumber,
    itn,
    client,
    action && nameAction(action),
    period === 'dates' && days ? days : filterText.periods[period],
  ]
    .filter(Boolean)
    .join(' · ')
}
