import { formatInstantToSecond } from '#platform/web/format-instant.ts'
import { countColumn } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import type { AuditEntry } from '../contract.ts'
import { messages } from '../messages.ts'

const columnText = messages.columns
const { text, time, all } = createColumns<AuditEntry>()

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The name of an action. */
export const nameAction = (action: string): string => messages.actions[action] ?? capitalize(action)

/** What an entry is about; people who act on their own account are not named twice. */
const describeSubject = ({ subject, subjectName, actor }: AuditEntry) =>
  subject === actor ? messages.themselves : (subjectName ?? subject.replaceAll(',', ', '))

/** Splits a name of the code into words: "searchTerm" becomes "search term". */
const toWords = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function describeValue([name, value]: [string, AuditEntry['detail'][string]]): string | undefined {
  if (value === null || value === '' || value === false || value === 'any') return undefined
  if (value === true) return toWords(name)
  const shown = typeof value === 'string' && instant.test(value) ? formatInstantToSecond(value) : value
  return `${toWords(name)}: ${shown}`
}

/** The details of an entry in words, such as "Search term: harbor · rows: 2 · showed 2: 26000000215, 26000000301". */
export function describeDetail({ detail, shown, shownCount }: AuditEntry): string | null {
  // Clients have a column of their own, the key of a provider means nothing to a reader, and `firstApprovedBy` names the
  // person.
  const { clients: _clients, provider: _provider, firstApprovedById: _firstApprovedById, ...values } = detail
  const more = shownCount - shown.length
  const names = [...shown, ...(more > 0 ? [messages.andMore(more.toLocaleString('en-US'))] : [])].join(', ')
  const parts = [
    ...Object.entries(values).map(describeValue),
    shownCount > 0 ? messages.showed(shownCount.toLocaleString('en-US'), names) : undefined,
  ]
  return capitalize(parts.filter((part) => part !== undefined).join(' · ')) || null
}

/** Hidden at first. */
export const initialColumns = { shown: false, address: false, reference: false, actor: false, id: false }

export const auditColumns = all([
  time(
    'at',
    columnText.at,
    ({ at }) => at,
    ({ at }) => formatInstantToSecond(at),
  ),
  text('person', columnText.person, ({ person, actor }) => person ?? actor),
  text('action', columnText.action, ({ action }) => nameAction(action)),
  text('subject', columnText.subject, describeSubject),
  text('detail', columnText.detail, describeDetail, 'long'),
  text('clients', columnText.clients, ({ clients }) => clients.join(', ') || null),
  countColumn<AuditEntry>('shown', columnText.shown, ({ shownCount }) => shownCount),
  text('address', columnText.address, ({ address }) => address, 'short'),
  text('reference', columnText.reference, ({ reference }) => reference, 'short'),
  text('actor', columnText.actor, ({ actor }) => actor, 'short'),
  countColumn<AuditEntry>('id', columnText.id, ({ id }) => id),
])
