import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { now } from '#platform/contract/clock.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { formatInstantToSecond } from '#platform/web/format-instant.ts'
import type { AuthorizationHistory, HistoryDecision } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { letterMessages } from '../../letter-messages.ts'
import { CaseLink } from '../review/case-link.tsx'
import { UndoButton } from '../review/decision-toasts.tsx'
import { useNow, type useUndoDecision } from '../review/use-undo.ts'
import { findReason, formatServiceDates, isLate } from './decided-columns.tsx'
import classes from './history.module.css'

const text = decidedMessages.history

/** The actions on a decision in the history. */
export type DecisionActions = {
  /** Opens the letter of a decision. Without it, the history has no letters. */
  onOpenLetter?: ((decisionId: string) => void) | undefined
  isUndoing: ReturnType<typeof useUndoDecision>['isUndoing']
  onUndo: ReturnType<typeof useUndoDecision>['requestUndo']
}

type HistoryProps = DecisionActions & {
  history: AuthorizationHistory
  /** The time at which the page received it, in milliseconds. */
  readAt: number
}

/** The decisions on a bill, with their people, times and reasons, and the messages to the back office. */
export function History({
  history: { bill, isPending, changedAt, decisions, proposals },
  ...actions
}: HistoryProps) {
  const facts: readonly [string, ReactNode][] = [
    [text.facts.patient, <bdi key="patient">{bill.patientName}</bdi>],
    [text.facts.provider, <bdi key="provider">{bill.providerName}</bdi>],
    [text.facts.charge, bill.totalChargeFormatted],
    [text.facts.service, bill.datesOfService],
    ...(bill.incidentNumber === null
      ? []
      : [[decidedMessages.columns.incident, <CaseLink key="case" bill={bill} />] as const]),
  ].map(([name, value]) => [String(name), value])
  const lines = [
    ...listReceipts({ bill, decisions }),
    ...(changedAt === null
      ? []
      : [{ at: changedAt, line: <Line key="changed" at={changedAt} title={text.changed} /> }]),
    ...listProposals(proposals),
    ...decisions.map((decision) => ({
      at: decision.decidedAt,
      line: <DecisionLine key={decision.id} bill={bill} decision={decision} {...actions} />,
    })),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol className={classes.history} aria-label={text.list}>
        {lines.map(({ line }) => line)}
        {isPending && <Line title={bill.proposal ? text.needsSecond : text.pending} />}
      </ol>
    </>
  )
}

/** The times at which the bill was received, by round: the last one, and those with decisions. */
function listReceipts({ bill, decisions }: Pick<AuthorizationHistory, 'bill' | 'decisions'>) {
  const received = new Map([...decisions, bill].map(({ receivedAt, dueAt }) => [receivedAt, dueAt]))
  return [...received].flatMap(([at, dueAt]) => {
    if (at === null) return []
    const about = dueAt && text.due(formatInstantToSecond(dueAt))
    return [{ at, line: <Line key={at} at={at} title={text.received} about={about} /> }]
  })
}

type LineProps = { at?: string; title: string; about?: ReactNode; children?: ReactNode }

const Line = ({ at, title, about, children }: LineProps) => (
  <li>
    {at && <time dateTime={at}>{formatInstantToSecond(at)}</time>}
    <div>
      <strong>{title}</strong> {about}
      {children}
    </div>
  </li>
)

/** The people who proposed an approval and withdrew it. */
const listProposals = (proposals: AuthorizationHistory['proposals']) =>
  proposals.flatMap(({ proposedAt, proposedBy, withdrawnAt, withdrawnBy, ...amounts }, place) => {
    const { currency, maximumCovered, patientResponsibility } = amounts
    const format = (amount: string) => formatMoney(amount, currency)
    const proposed = (
      <Line
        key={`proposal ${place}`}
        at={proposedAt}
        title={text.proposed}
        about={<bdi>{text.by(proposedBy)}</bdi>}
      >
        <p>{text.proposedAmounts(format(maximumCovered), format(patientResponsibility))}</p>
      </Line>
    )
    if (withdrawnAt === null || withdrawnBy === null) return [{ at: proposedAt, line: proposed }]
    const by = <bdi>{text.by(withdrawnBy)}</bdi>
    const withdrawn = <Line key={`withdrawal ${place}`} at={withdrawnAt} title={text.withdrawn} about={by} />
    return [
      { at: proposedAt, line: proposed },
      { at: withdrawnAt, line: withdrawn },
    ]
  })

type DecisionLineProps = Omit<HistoryProps, 'history'> &
  Pick<AuthorizationHistory, 'bill'> & { decision: HistoryDecision }

function DecisionLine({ bill, readAt, onOpenLetter, isUndoing, onUndo, ...line }: DecisionLineProps) {
  const undoEndsAt = readAt + line.decision.undoSecondsLeft * 1000
  const time = useNow(undoEndsAt > now().getTime())
  const seconds = Math.max(0, Math.ceil((undoEndsAt - time) / 1000))
  const isOver = line.decision.undoSecondsLeft > 0 && seconds === 0
  const decision = { ...line.decision, isFinal: line.decision.isFinal || isOver }
  const { id, action, decidedBy, firstApprovedBy, decidedAt, undoneAt, dueAt, isFinal } = decision
  const itn = bill.itnNumber
  const undone = { itn, decisionId: id }
  const changed = describeDifferences(decision, bill)
  return (
    <Line at={decidedAt} title={text.decided[action]} about={<bdi>{text.by(decidedBy)}</bdi>}>
      <p>{describeAmounts(decision)}</p>
      {changed && (
        <p>
          <bdi>{changed}</bdi>
        </p>
      )}
      {firstApprovedBy && (
        <p>
          <bdi>{text.first(firstApprovedBy)}</bdi>
        </p>
      )}
      {findReason(decision) && (
        <p>
          <bdi>{findReason(decision)}</bdi>
        </p>
      )}
      {isLate(decision) && dueAt && <p className={classes.late}>{text.late(formatInstantToSecond(dueAt))}</p>}
      <p className={classes.outcome}>
        {undoneAt === null ? describeSent(decision) : `${formatInstantToSecond(undoneAt)}: ${text.undone}`}
      </p>
      {(seconds > 0 || isUndoing(undone)) && (
        <UndoButton
          itn={itn}
          seconds={seconds}
          isUndoing={isUndoing(undone)}
          onUndo={() => !isUndoing(undone) && onUndo(undone)}
        />
      )}
      {undoneAt === null &&
        onOpenLetter &&
        (isFinal ? (
          <Button size="compact-sm" variant="default" mt={6} onClick={() => onOpenLetter(id)}>
            {letterMessages.open}
          </Button>
        ) : (
          <p className={classes.outcome}>{letterMessages.later}</p>
        ))}
    </Line>
  )
}

/** What the bill said when it was decided, as far as it says something else now. */
function describeDifferences(
  decision: HistoryDecision,
  bill: AuthorizationHistory['bill'],
): string | undefined {
  const facts = (each: HistoryDecision | AuthorizationHistory['bill']) => [
    [text.facts.patient, each.patientName],
    [text.facts.provider, each.providerName],
    [text.facts.service, formatServiceDates(each)],
    [decidedMessages.columns.incident, each.incidentNumber ?? text.noIncident],
  ]
  const now = facts(bill).map(([, value]) => value)
  const others = facts(decision).filter(([, value], place) => value !== now[place])
  return others.length === 0 ? undefined : text.asDecided(others.map((fact) => fact.join(' ')).join(', '))
}

function describeAmounts({ currency, ...decision }: HistoryDecision): string {
  const { totalCharge, maximumCovered, patientResponsibility } = decision
  const format = (amount: string) => formatMoney(amount, currency)
  if (maximumCovered === null || patientResponsibility === null) return text.charge(format(totalCharge))
  return text.amounts(format(maximumCovered), format(patientResponsibility), format(totalCharge))
}

function describeSent({ isSent, sentAt, isFinal }: HistoryDecision): string {
  if (!isSent) return isFinal ? text.final : text.undoable
  return sentAt === null ? text.releasedBefore : `${formatInstantToSecond(sentAt)}: ${text.released}`
}
