import { labelItn } from '#cases/rules.ts'
import { fillPlaceholders, type LetterPlaceholder } from '#clients/server/decision-letter-schema.ts'
import type { Config } from '#platform/config/settings.ts'
import { dayInTimeZone, formatDay } from '#platform/contract/date-format.ts'
import { compareDecimals, formatMoney, sumAmounts } from '#platform/contract/money.ts'
import { sanitizePdfText } from '#platform/contract/normalize-text.ts'
import type { Action } from '../../contract.ts'
import { letterMessages } from '../../letter-messages.ts'
import type { LetterDecision } from './letter-query.ts'

const { defaults, document: letterText } = letterMessages

export type LetterData = {
  itn: string
  /** The day of the decision, M/D/YYYY. */
  date: string
  at: Date
  client: string
  addressee: string
  /** Label and value; an empty value is omitted. */
  facts: [label: string, value: string][]
  outcome: string
  /** The reason for denial or the information needed, if there is one. */
  reason: [label: string, value: string] | undefined
  texts: Record<'opening' | 'outcome' | 'appeal' | 'contact' | 'signature', string>
}

type Settings = Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME' | 'SERVICE_PHONE' | 'SERVICE_EMAIL'>

const outcomeKeys = { D: 'denied', I: 'infoNeeded', O: 'specialHandling' } as const

/** Only approvals and denials are final, so only they can be appealed. */
const hasAppeal = (action: Action) => action === 'A' || action === 'D'

/** Builds the data of a letter from the decision and the client's text. It has only characters that documents can show. */
export function buildLetterData(decision: LetterDecision, settings: Settings): LetterData {
  const { action, itn, decidedAt, patientName, providerName, letter } = decision
  const date = formatDay(dayInTimeZone(settings.PORTAL_TIME_ZONE, decidedAt))
  const values = listValues(decision, date)
  const fill = (text: string) => sanitizePdfText(fillPlaceholders(text, values))
  const show = (value: string | null) => sanitizePdfText(value ?? '')
  const { contact, signature } = defaults
  return {
    itn: show(itn),
    date,
    at: decidedAt,
    client: show(values.client),
    addressee: show(letter?.addressee === 'patient' ? patientName : providerName),
    facts: [
      [letterText.patient, show(patientName)],
      [letterText.provider, show(providerName)],
      [letterText.service, values.service],
      [letterText.policy, show(decision.policyNumber)],
      [letterText.incident, show(decision.incidentNumber)],
      [letterText.totalCharge, values.totalCharge],
      [letterText.covered, values.covered],
      [letterText.patientResponsibility, values.patientResponsibility],
      [letterText.notCovered, findOutcome(decision) === 'approvedInPart' ? values.notCovered : ''],
    ],
    outcome: letterText.outcomes[findOutcome(decision)],
    reason: action === 'D' || action === 'I' ? [letterText.reason[action], show(values.reason)] : undefined,
    texts: {
      opening: fill(letter?.opening ?? defaults.opening),
      outcome: fill(findOutcomeText(decision)),
      appeal: hasAppeal(action) ? fill(letter?.appeal ?? defaults.appeal) : '',
      contact: fill(letter?.contact ?? contact(settings.SERVICE_PHONE, settings.SERVICE_EMAIL)),
      signature: fill(letter?.signature ?? signature(settings.COMPANY_NAME)),
    },
  }
}

/** The part of the total charge that neither approved amount includes. */
function findNotCovered({ totalCharge, maximumCovered, patientResponsibility }: LetterDecision): string {
  const left = sumAmounts([totalCharge, `-${maximumCovered ?? '0'}`, `-${patientResponsibility ?? '0'}`])
  return compareDecimals(left, '0') > 0 ? left : '0'
}

/** Approvals differ by whether their amounts make up the charge, as in `compareApproval`, or whether nothing is covered. */
function findOutcome(decision: LetterDecision) {
  const { action, maximumCovered, totalCharge } = decision
  if (action !== 'A') return outcomeKeys[action]
  if (compareDecimals(maximumCovered ?? '0', '0') === 0 && compareDecimals(totalCharge, '0') > 0)
    return 'approvedForNothing'
  return findNotCovered(decision) === '0' ? 'approved' : 'approvedInPart'
}

/** A client whose text for approvals says nothing of those that do not cover the charge keeps its text for them. */
function findOutcomeText(decision: LetterDecision): string {
  const { outcomes } = decision.letter ?? {}
  const outcome = findOutcome(decision)
  const own = outcomes?.[outcome] ?? (decision.action === 'A' ? outcomes?.approved : undefined)
  return own ?? defaults.outcomes[outcome]
}

function listValues(decision: LetterDecision, date: string): Record<LetterPlaceholder, string> {
  const { currency, maximumCovered, patientResponsibility } = decision
  const format = (amount: string | null) => (amount === null ? '' : formatMoney(amount, currency))
  const days = [...new Set([decision.serviceFrom, decision.serviceTo])].map(formatDay)
  return {
    itn: labelItn(decision.itn),
    patient: decision.patientName,
    provider: decision.providerName,
    client: decision.clientName,
    date,
    service: days.join(' - '),
    totalCharge: format(decision.totalCharge),
    covered: format(maximumCovered),
    notCovered: format(maximumCovered && findNotCovered(decision)),
    patientResponsibility: format(patientResponsibility),
    // A code without a description says more than nothing.
    reason: decision.reason || decision.comment || (decision.reasonCode ?? ''),
  }
}
