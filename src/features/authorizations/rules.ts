import { compareDecimals, currencyScale } from '#platform/contract/money.ts'
import type { Action, PendingAuthorization } from './contract.ts'
import { messages } from './messages.ts'

/** The preselected codes, which both lists always contain. */
export const defaultCodes = { deny: '0188', info: '0507' } as const

/** The value that means nothing is selected. */
export const unselected = '0'

export const shortestComment = 5
export const longestComment = 500

/** Waiting-time spans, shortest first, each with its minimum number of whole days. */
export const waitSpans = Object.entries(messages.aging.spans).map(([days, name]) => ({
  days: Number(days),
  name,
}))

const control = /[^\P{Cc}\n\t]/gu
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Normalizes a comment: trims it, removes control characters and marks unpaired surrogates. Returns an empty string
 * if nothing visible remains.
 */
export function keptComment(comment: string): string {
  const kept = comment.toWellFormed().replaceAll(control, '').trim()
  return kept.replaceAll(unseen, '') === '' ? '' : kept
}

/** The number of characters in the normalized comment. */
export const commentLength = (comment: string): number => Array.from(keptComment(comment)).length

/** A decision: the fields of one action, with amounts as typed. */
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

/** The action whose fields are present; undefined if there are none or several. */
export function actionOf(decision: Decision): Action | undefined {
  const given = actions.filter((action) => fieldsOf[action].some((field) => decision[field] != null))
  return given.length === 1 ? given[0] : undefined
}

/** The bill to decide. */
type Bill = Pick<PendingAuthorization, 'totalChargeAmount' | 'currency'>

/**
 * Validates a decision on a bill. Returns an error message for each invalid field (second specification, section 5).
 * `codes` are the codes of the action's list.
 */
export function validateDecision(
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

/** Whether this would approve a bill with charges for 0.00. Expects a valid decision. */
export const approvesNothing = (decision: Decision, bill: Bill): boolean =>
  actionOf(decision) === 'A' &&
  compareDecimals(decision.maximumCovered ?? '0', '0') === 0 &&
  compareDecimals(bill.totalChargeAmount, '0') > 0

/** Digits with an optional decimal point, up to the length of the longest JSON number. */
const written = /^-?\d{1,400}(?:\.(\d{1,400}))?$/

type Given = { amount: string | null | undefined; currency: string | null | undefined }
type Sentences = (typeof messages.faults.amounts)[keyof typeof messages.faults.amounts]

function faultOfAmount({ amount, currency }: Given, bill: Bill, says: Sentences): string | undefined {
  const [text, decimals = ''] = written.exec(amount ?? '') ?? []
  const places = currencyScale(bill.currency)
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
