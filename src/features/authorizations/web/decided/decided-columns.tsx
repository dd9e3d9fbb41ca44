import { IconFileText, IconHistory } from '@tabler/icons-react'
import { formatDay } from '#platform/contract/date-format.ts'
import { compareMoney, formatMoney } from '#platform/contract/money.ts'
import { minutesBetween } from '#platform/contract/time.ts'
import { formatInstant, formatInstantToSecond } from '#platform/web/format-instant.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { countColumn, withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading, onCard } from '#platform/web/table/table-columns.ts'
import type { DecidedAuthorization, HistoryDecision } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { letterMessages } from '../../letter-messages.ts'
import { formatWait } from '../../rules.ts'
import classes from '../authorizations.module.css'

const columnText = decidedMessages.columns
const { text, custom, time, number, action, all } = createColumns<DecidedAuthorization>()

/** Why a bill was decided as it was: the reason, or the comment of a special handling. */
export const findReason = ({ reason, comment }: Pick<HistoryDecision, 'reason' | 'comment'>) =>
  reason ?? comment

/** The whole minutes from the receipt of a bill to its decision; undefined for some old decisions. */
const minutesToDecision = ({ receivedAt, decidedAt }: DecidedAuthorization) =>
  receivedAt === null ? undefined : minutesBetween(receivedAt, decidedAt)

/** The days of service as the bill has them: one, or the first and the last. */
export const formatServiceDates = ({
  serviceFrom,
  serviceTo,
}: Pick<HistoryDecision, 'serviceFrom' | 'serviceTo'>) =>
  [...new Set([serviceFrom, serviceTo])].map(formatDay).join('-')

/** Whether a decision was made after its due time; undefined without one. */
export const isLate = ({ dueAt, decidedAt }: Pick<HistoryDecision, 'dueAt' | 'decidedAt'>) =>
  dueAt === null ? undefined : decidedAt > dueAt

function describeTiming(decision: DecidedAuthorization): string {
  const late = isLate(decision)
  if (late === undefined) return decidedMessages.timing.none
  return late ? decidedMessages.timing.late : decidedMessages.timing.onTime
}

function describeSent({ isSent, sentAt, undoneAt }: DecidedAuthorization): string {
  if (undoneAt !== null) return decidedMessages.neverReleased
  if (!isSent) return decidedMessages.notReleased
  return sentAt === null ? decidedMessages.released : formatInstantToSecond(sentAt)
}

const instant = (id: string, label: string, read: (decision: DecidedAuthorization) => string | null) =>
  time(id, label, read, (decision) => {
    const at = read(decision)
    return at && formatInstantToSecond(at)
  })

type AmountName = 'totalCharge' | 'maximumCovered' | 'patientResponsibility'

const amount = (name: AmountName, label: string) =>
  withExport(
    number(
      name,
      label,
      (decision) => {
        const value = decision[name]
        return value === null ? null : formatMoney(value, decision.currency)
      },
      (one, other) =>
        compareMoney(
          { amount: one[name] ?? '0', currency: one.currency },
          { amount: other[name] ?? '0', currency: other.currency },
        ),
    ),
    {
      exported: (decision: DecidedAuthorization) => {
        const value = decision[name]
        return value === null ? null : { amount: value, currency: decision.currency }
      },
    },
  )

type ReadText = (decision: DecidedAuthorization) => string | null

/** A second value below the first one of a cell. On cards, and by choice, it stands on its own. */
const stack = (value: string | null, below: string | null) => (
  <>
    {value} {below !== null && <bdi className={classes.below}>{below}</bdi>}
  </>
)

const stacked = (id: string, label: string, read: ReadText, readBelow: ReadText, includes: string[]) =>
  withExport(
    custom(id, label, read, (each) => stack(read(each), readBelow(each))),
    { includes },
  )

const decidedAt = withExport(
  time(
    'decidedAt',
    columnText.decidedAt,
    (each) => each.decidedAt,
    (each) => formatInstantToSecond(each.decidedAt),
  ),
  { includes: ['decidedBy', 'firstApprovedBy'] },
)
type Cell = { row: { original: DecidedAuthorization } }

const describeWait = (decision: DecidedAuthorization) => {
  const minutes = minutesToDecision(decision)
  return minutes === undefined ? null : decidedMessages.after(formatWait(minutes))
}

const timing = withExport(
  custom('timing', columnText.timing, describeTiming, (each) =>
    stack(describeTiming(each), describeWait(each)),
  ),
  { includes: ['minutes', 'receivedAt', 'dueAt', 'sent'] },
)

const minutes = withExport(
  number(
    'minutes',
    columnText.minutes,
    (each) => minutesToDecision(each)?.toLocaleString('en-US') ?? null,
    (one, other) => (minutesToDecision(one) ?? -1) - (minutesToDecision(other) ?? -1),
  ),
  {
    exported: (decision: DecidedAuthorization) => {
      const value = minutesToDecision(decision)
      return value === undefined ? null : { number: value, digits: 0 }
    },
  },
)

/** The time at which a decision was undone, and the person. */
const undoneColumns = [
  {
    ...withExport(
      time(
        'undoneAt',
        columnText.undoneAt,
        (each) => each.undoneAt,
        ({ undoneAt }) => undoneAt && formatInstantToSecond(undoneAt),
      ),
      { includes: ['undoneBy'] },
    ),
    cell: ({ row: { original } }: Cell) =>
      stack(original.undoneAt && formatInstantToSecond(original.undoneAt), original.undoneBy),
  },
  text('undoneBy', columnText.undoneBy, (each) => each.undoneBy),
]

const dataColumns = [
  stacked(
    'patientName',
    columnText.patient,
    (each) => each.patientName,
    (each) => each.itnNumber,
    ['itnNumber'],
  ),
  stacked(
    'decision',
    columnText.decision,
    (each) => decidedMessages.filters.outcomes[each.action],
    findReason,
    ['code', 'reason', 'patientResponsibility', 'round', 'id'],
  ),
  {
    ...decidedAt,
    cell: ({ row: { original } }: Cell) => stack(formatInstant(original.decidedAt), original.decidedBy),
  },
  onCard(text('itnNumber', columnText.itn, (each) => each.itnNumber, 'short')),
  text('providerName', columnText.provider, (each) => each.providerName),
  inHeading(amount('totalCharge', columnText.totalCharge)),
  amount('maximumCovered', columnText.covered),
  text('decidedBy', columnText.decidedBy, (each) => each.decidedBy),
  text('firstApprovedBy', columnText.firstApprovedBy, (each) => each.firstApprovedBy),
  timing,
  minutes,
  amount('patientResponsibility', columnText.patientPays),
  text('code', columnText.code, (each) => each.code, 'short'),
  text('reason', columnText.reason, findReason),
  text('carrier', columnText.client, (each) => each.carrier),
  text('policy', columnText.policy, (each) => each.policy, 'short'),
  text('incidentNumber', columnText.incident, (each) => each.incidentNumber, 'short'),
  time(
    'datesOfService',
    columnText.service,
    (each) => `${each.serviceFrom} ${each.serviceTo}`,
    formatServiceDates,
  ),
  instant('receivedAt', columnText.received, (each) => each.receivedAt),
  instant('dueAt', columnText.due, (each) => each.dueAt),
  time('sent', columnText.sent, (each) => each.sentAt ?? describeSent(each), describeSent),
  countColumn<DecidedAuthorization>('round', columnText.round, ({ round }) => round),
  text('id', columnText.id, (each) => each.id, 'short'),
]

/** Hidden at first. */
export const initialColumns = {
  itnNumber: false,
  decidedBy: false,
  firstApprovedBy: false,
  patientResponsibility: false,
  reason: false,
  carrier: false,
  policy: false,
  incidentNumber: false,
  minutes: false,
  undoneBy: false,
  code: false,
  round: false,
  id: false,
  datesOfService: false,
  receivedAt: false,
  dueAt: false,
  sent: false,
}

/** Columns of a decision, with the buttons that open its letter and the history of its bill. */
export const decidedColumns = (
  open: (itn: string) => void,
  openLetter: (id: string) => void,
  isUndone: boolean,
) =>
  all([
    ...(isUndone ? undoneColumns : []),
    ...dataColumns,
    action(
      'letter',
      letterMessages.open,
      ({ id, itnNumber, isFinal, undoneAt }) =>
        isFinal &&
        undoneAt === null && (
          <RowButton
            label={letterMessages.open}
            name={letterMessages.openLetter(itnNumber)}
            icon={<IconFileText size={20} stroke={1.75} aria-hidden />}
            onClick={() => openLetter(id)}
          />
        ),
    ),
    action('history', columnText.history, ({ itnNumber }) => (
      <RowButton
        label={columnText.history}
        name={decidedMessages.openHistory(itnNumber)}
        icon={<IconHistory size={20} stroke={1.75} aria-hidden />}
        onClick={() => open(itnNumber)}
      />
    )),
  ])
