import { compareDecimals, placesOf } from '#platform/contract/money.ts'
import type { Action, PendingAuthorization } from './contract.ts'
import { messages } from './messages.ts'

/** The codes that are chosen before anybody chooses; both lists always have theirs. */
export const defaultCodes = { deny: '0188', info: '0507' } as const

/** What stands for no choice. */
export const unselected = '0'

export const shortestComment = 5
export const longestComment = 500

/** The spans of waiting, the shortest first, each with the whole days from which on it counts. */
export const waitSpans = Object.entries(messages.aging.spans).map(([days, name]) => ({
  days: Number(days),
  name,
}))

const control = /[^\P{Cc}\n\t]/gu
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/**
 * What is kept of a comment: without blanks at its ends and control characters, halves of a sign marked as such;
 * nothing where there is nothing to see.
 */
export function keptComment(comment: string): string {
  const kept = comment.toWellFormed().replaceAll(control, '').trim()
  return kept.replaceAll(unseen, '') === '' ? '' : kept
}

/** How many characters of a comment count: those that are kept. */
export const commentLength = (comment: string): number => Array.from(keptComment(comment)).length

/** What somebody decides: the fields of one action, amounts as they were typed. */
export type Decision = {
  patientResponsibility?: string | null | undefined
  patientResponsibilityCurrency?: string | null | undefined
  maximumCovered?: string | null | undefined
  maximumCoveredCurrency?: string | null | undefined
  denialCode?: string | null | undefined
  additionalInfo?: string | null | undefined
  otherSpecialHandling?: string | null | undefined
}

const fieldsOf: Record<Action, readonly (keyof Decision)[]> = {
  A: ['patientResponsibility', 'patientResponsibilityCurrency', 'maximumCovered', 'maximumCoveredCurrency'],
  D: ['denialCode'],
  I: ['additionalInfo'],
  O: ['otherSpecialHandling'],
}
const actions = Object.keys(fieldsOf) as Action[]

/** The action whose fields are given; undefined where they are of none or of several. */
export function actionOf(decision: Decision): Action | undefined {
  const given = actions.filter((action) => fieldsOf[action].some((field) => decision[field] != null))
  return given.length === 1 ? given[0] : undefined
}

/** The bill that is decided. */
type Bill = Pick<PendingAuthorization, 'totalChargeAmount' | 'currency'>

/**
 * What is wrong with a decision on a bill, a sentence for each field (second specification, section 5); empty when
 * nothing is. `codes` are those of the list that the action chooses from.
 */
export function faultsOfDecision(
  decision: Decision,
  bill: Bill,
  codes: readonly string[],
): Partial<Record<keyof Decision, string>> {
  const { denialCode, additionalInfo } = decision
  switch (actionOf(decision)) {
    case 'A':
      return faultsOfApproval(decision, bill)
    case 'D':
      return fault('denialCode', faultOfCode(denialCode, codes, messages.faults.denial))
    case 'I':
      return fault('additionalInfo', faultOfCode(additionalInfo, codes, messages.faults.info))
    case 'O':
      return fault('otherSpecialHandling', faultOfComment(decision.otherSpecialHandling ?? ''))
    default:
      return { denialCode: messages.faults.oneAction }
  }
}

const fault = (field: keyof Decision, sentence: string | undefined) =>
  sentence === undefined ? {} : { [field]: sentence }

function faultsOfApproval(decision: Decision, bill: Bill) {
  const { patientResponsibility, patientResponsibilityCurrency } = decision
  const { maximumCovered, maximumCoveredCurrency } = decision
  const { amounts } = messages.faults
  const ofPatient = { amount: patientResponsibility, currency: patientResponsibilityCurrency }
  const covered = { amount: maximumCovered, currency: maximumCoveredCurrency }
  return {
    ...fault('patientResponsibility', faultOfAmount(ofPatient, bill, amounts.patientResponsibility)),
    ...fault('maximumCovered', faultOfAmount(covered, bill, amounts.maximumCovered)),
  }
}

/** Whether a bill with charges would be approved for 0.00. Call it with a decision without faults. */
export const approvesNothing = (decision: Decision, bill: Bill): boolean =>
  actionOf(decision) === 'A' &&
  compareDecimals(decision.maximumCovered ?? '0', '0') === 0 &&
  compareDecimals(bill.totalChargeAmount, '0') > 0

/** Digits, with a point before decimals; as many as the longest number of JSON has. */
const written = /^-?\d{1,400}(?:\.(\d{1,400}))?$/

type Given = { amount: string | null | undefined; currency: string | null | undefined }
type Sentences = (typeof messages.faults.amounts)[keyof typeof messages.faults.amounts]

function faultOfAmount({ amount, currency }: Given, bill: Bill, says: Sentences): string | undefined {
  const [text, decimals = ''] = written.exec(amount ?? '') ?? []
  const places = placesOf(bill.currency)
  if (text === undefined) return says.notAmount((12.5).toFixed(places))
  if (currency !== bill.currency) return says.otherCurrency(bill.currency)
  if (compareDecimals(text, bill.totalChargeAmount) > 0) return says.tooMuch
  if (compareDecimals(text, '0') < 0) return says.belowZero
  return decimals.length > places ? says.tooPrecise(bill.currency, places) : undefined
}

type CodeSentences = { missing: string; unknown: (code: string) => string }

function faultOfCode(code: string | null | undefined, codes: readonly string[], says: CodeSentences) {
  if (!code || code === unselected) return says.missing
  return codes.includes(code) ? undefined : says.unknown(code)
}

function faultOfComment(comment: string): string | undefined {
  const length = commentLength(comment)
  return length < shortestComment || length > longestComment ? messages.faults.comment : undefined
}
