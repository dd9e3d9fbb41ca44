import { compareDecimals, currencyScale, sumAmounts } from '#platform/contract/money.ts'
import { normalizeText } from '#platform/contract/normalize-text.ts'
import type { Action, PendingAuthorization } from './contract.ts'
import { messages } from './messages.ts'

/** The preselected code of each list, which the list always contains. */
export const defaultCodes = { deny: '0188', info: '0507' } as const

/** The select value that means "nothing selected". */
export const unselected = '0'

/** The time that a lease lasts unless the page renews it. */
export const leaseSeconds = 60

/** The most views that a person can save for a client. */
export const maxViews = 20

const minCommentLength = 5
export const maxCommentLength = 500

/** Waiting-time spans, shortest first, each with its minimum number of whole days. */
export const waitSpans = Object.entries(messages.waitSpans.names).map(([days, name]) => ({
  days: Number(days),
  name,
}))

const [firstSpan = { days: 0, name: '' }] = waitSpans

export const minutesPerHour = 60
export const minutesPerDay = 24 * minutesPerHour

/** Finds the span of a waiting time. */
export const findWaitSpan = (minutes: number) =>
  waitSpans.findLast(({ days }) => minutes >= days * minutesPerDay) ?? firstSpan

/** Formats a waiting time: "3 days", "5 h 10 min", "12 min". */
export function formatWait(minutes: number): string {
  const { wait } = messages
  if (minutes >= minutesPerDay) return wait.days(Math.floor(minutes / minutesPerDay))
  const hours = minutes >= minutesPerHour ? [`${Math.floor(minutes / minutesPerHour)} ${wait.hours}`] : []
  return [...hours, `${minutes % minutesPerHour} ${wait.minutes}`].join(' ')
}

/** Counts the code points in the normalized comment. */
export const commentLength = (comment: string): number => Array.from(normalizeText(comment)).length

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

const actionFields: Record<Action, readonly (keyof Decision)[]> = {
  A: ['patientResponsibility', 'patientResponsibilityCurrency', 'maximumCovered', 'maximumCoveredCurrency'],
  D: ['denialCode'],
  I: ['additionalInfo'],
  O: ['otherSpecialHandling'],
}
const actions = Object.keys(actionFields) as Action[]

/** Returns the action whose fields are present; undefined if there are none or several. */
export function findAction(decision: Decision): Action | undefined {
  const present = actions.filter((action) => actionFields[action].some((field) => decision[field] != null))
  return present.length === 1 ? present[0] : undefined
}

/** The fields of a bill that limit a decision. */
type Bill = Pick<PendingAuthorization, 'totalChargeAmount' | 'currency'>

/**
 * Validates a decision on a bill. Returns an error message for each invalid field (second specification, section 5).
 * `isKnownCode` says whether the action's list has a code.
 */
export function validateDecision(
  decision: Decision,
  bill: Bill,
  isKnownCode: CodeCheck,
): Partial<Record<keyof Decision, string>> {
  const { denialCode, additionalInfo } = decision
  switch (findAction(decision)) {
    case 'A':
      return validateApproval(decision, bill)
    case 'D':
      return fieldError('denialCode', validateCode(denialCode, isKnownCode, messages.errors.denial))
    case 'I':
      return fieldError('additionalInfo', validateCode(additionalInfo, isKnownCode, messages.errors.info))
    case 'O':
      return fieldError('otherSpecialHandling', validateComment(decision.otherSpecialHandling ?? ''))
    default:
      // Every error belongs to a field, also this one about all of them.
      return { denialCode: messages.errors.oneAction }
  }
}

const fieldError = (field: keyof Decision, message: string | undefined) =>
  message === undefined ? {} : { [field]: message }

function validateApproval(decision: Decision, bill: Bill) {
  const { patientResponsibility, patientResponsibilityCurrency } = decision
  const { maximumCovered, maximumCoveredCurrency } = decision
  const { amounts } = messages.errors
  const patient = { amount: patientResponsibility, currency: patientResponsibilityCurrency }
  const covered = { amount: maximumCovered, currency: maximumCoveredCurrency }
  return {
    ...fieldError('patientResponsibility', validateAmount(patient, bill, amounts.patientResponsibility)),
    ...fieldError('maximumCovered', validateAmount(covered, bill, amounts.maximumCovered)),
  }
}

/** Whether a decision would approve zero for a bill that has charges. Expects a valid decision. */
export const isZeroApproval = (decision: Decision, bill: Bill): boolean =>
  findAction(decision) === 'A' &&
  compareDecimals(decision.maximumCovered ?? '0', '0') === 0 &&
  compareDecimals(bill.totalChargeAmount, '0') > 0

/** Amounts by currency, in whole units. */
export type AmountLimits = Readonly<Record<string, number>>

/**
 * Whether a decision approves more than a limit. A currency without an amount has the limit zero, so that no bill
 * escapes because its currency was forgotten. Expects a valid decision.
 */
export const isApprovalAbove = (
  limits: AmountLimits | null,
  decision: Decision,
  { currency }: Pick<Bill, 'currency'>,
): boolean =>
  limits !== null &&
  findAction(decision) === 'A' &&
  compareDecimals(decision.maximumCovered ?? '0', String(limits[currency] ?? 0)) > 0

/**
 * Compares the amounts of an approval with the total charge; undefined while one of them is invalid. `sum` is a plain
 * decimal, and `nothing` means that a bill with charges would not be paid at all.
 */
export function compareApproval(decision: Decision, bill: Bill) {
  if (findAction(decision) !== 'A' || Object.keys(validateApproval(decision, bill)).length > 0)
    return undefined
  const sum = sumAmounts([decision.patientResponsibility ?? '', decision.maximumCovered ?? ''])
  const difference = compareDecimals(sum, bill.totalChargeAmount)
  const comparison = isZeroApproval(decision, bill)
    ? 'nothing'
    : difference === 0
      ? 'complete'
      : difference < 0
        ? 'partial'
        : 'exceeded'
  return { sum, comparison } as const
}

/** An optional minus sign, digits and optional decimals, with room for any JSON number. */
const amountPattern = /^-?\d{1,400}(?:\.(\d{1,400}))?$/

type TypedAmount = { amount: string | null | undefined; currency: string | null | undefined }
type AmountErrors = (typeof messages.errors.amounts)[keyof typeof messages.errors.amounts]

function validateAmount(
  { amount, currency }: TypedAmount,
  bill: Bill,
  errors: AmountErrors,
): string | undefined {
  const [text, decimals = ''] = amountPattern.exec(amount ?? '') ?? []
  const places = currencyScale(bill.currency)
  if (text === undefined) return errors.notAmount((12.5).toFixed(places))
  if (currency !== bill.currency) return errors.otherCurrency(bill.currency)
  if (compareDecimals(text, bill.totalChargeAmount) > 0) return errors.aboveTotal
  if (compareDecimals(text, '0') < 0) return errors.belowZero
  return decimals.length > places ? errors.tooPrecise(bill.currency, places) : undefined
}

type CodeCheck = (code: string) => boolean
type CodeErrors = { missing: string; unknown: (code: string) => string }

function validateCode(code: string | null | undefined, isKnownCode: CodeCheck, errors: CodeErrors) {
  if (!code || code === unselected) return errors.missing
  return isKnownCode(code) ? undefined : errors.unknown(code)
}

function validateComment(comment: string): string | undefined {
  const length = commentLength(comment)
  return length < minCommentLength || length > maxCommentLength ? messages.errors.comment : undefined
}
