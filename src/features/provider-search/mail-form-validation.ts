import { z } from 'zod'
import { isAddress } from '#platform/contract/mail-address.ts'
import { messages } from './on-demand-messages.ts'

/** The value of the specification's `itemId`: a constant that names the subject of the feedback. */
export const feedbackItem = 'provider-experience'

/** Maximum number of providers in one email. */
export const maxProviders = 250

/** Maximum number of providers in one PDF: rendering them takes two seconds. */
export const maxListed = 100

/** Maximum lengths of feedback fields, in characters. */
export const maxLengths = { providerName: 300, name: 200, email: 254, message: 4000 } as const

type FeedbackFields = Record<keyof typeof maxLengths, string>

/** Unicode bidirectional control characters, which can make text read differently from what it contains. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/u
const isCleanText = (text: string) =>
  text.isWellFormed() && !/[^\P{Cc}\r\n\t]/u.test(text) && !bidiControls.test(text)
const isOneLine = (text: string) => !/[\r\n\t\p{Zl}\p{Zp}]/u.test(text)
/** Whether a text has visible characters, not only spaces, combining marks and invisible characters. */
const isVisible = (text: string) => /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)

/** Whether all feedback fields have readable text of valid length and the email address is valid. */
export function isValidFeedback(feedback: FeedbackFields): boolean {
  const { providerName, name, email, message } = feedback
  const fit = Object.entries(maxLengths).every(
    ([field, most]) => feedback[field as keyof typeof maxLengths].length <= most,
  )
  return (
    fit &&
    [providerName, name, message].every((text) => isVisible(text) && isCleanText(text)) &&
    [providerName, name].every(isOneLine) &&
    isAddress(email)
  )
}

/** Maximum length of a sender name or address. */
export const maxSenderLength = 100

/** Control, format and unassigned characters, except the two joiners that names in some scripts need. */
const invisible = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u
const markup = /[<>]/
/**
 * Text that mail clients turn into links: a URL with or without a scheme, a bare domain, an email address.
 */
const link =
  /:\/|\/\/|@|\b(?:https?|ftps?|mailto|tel|sms|javascript|data|file):|[\p{L}\p{N}]\.\p{L}[\p{L}\p{M}]|\bwww\./iu
const numericHost = /\d+\.\d+\.\d+\.\d+/
/** Browsers treat these as the dot in a domain (UTS #46). */
const periods = /[\u3002\uff0e\uff61]/g
/** Characters that are not shown or only change others, so that a domain with one of them looks like another. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu
/** Characters that are not shown, except the joiners of some scripts and the variation of emoji. */
const hidden = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u

/**
 * Whether a text is a valid sender name: the name of a person or a team, or an email address.
 * Mail clients show it as the sender, so it must not contain markup or a link.
 */
export const isSenderName = (text: string): boolean =>
  text.length <= maxSenderLength && (isAddress(text) || isName(text))

const isName = (text: string) => /\p{L}/u.test(text) && isLine(text)

/** Whether mail clients would turn a part of a text into a link. */
function hasLink(text: string): boolean {
  const folded = text.normalize('NFKC').replace(unseen, '').replace(periods, '.')
  return [link, numericHost].some((pattern) => pattern.test(folded))
}

/** Maximum lengths of the optional texts of an email, in characters. */
export const emailLengths = { subject: 150, caseNumber: 40, note: 1000 } as const

/** Whether a text can stand in the subject of an email: empty, or one line without markup and links. */
export const isSubjectText = (text: string): boolean => text.trim() === '' || isLine(text)

/** Whether a text can be the note of an email. Only people who are signed in may write links. */
export const isNote = (text: string, mayHaveLinks: boolean): boolean =>
  isCleanText(text) && !hidden.test(text) && (mayHaveLinks || !hasLink(text))

/** Whether a text is one line of readable text without markup and links. */
const isLine = (text: string) =>
  text.isWellFormed() && !invisible.test(text) && !markup.test(text.normalize('NFKC')) && !hasLink(text)

/** The schema of a field that needs visible text of limited length. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string()
    .refine(isVisible, messages.typed.required(label))
    .refine((text) => text.trim().length <= maxLength, messages.typed.tooLong(maxLength))

/** The schema of a field whose text is optional and of limited length. */
export const optionalText = (
  maxLength: number,
  isValid: (text: string) => boolean,
  invalid: string | (() => string),
) =>
  z
    .string()
    .refine((text) => text.trim().length <= maxLength, messages.typed.tooLong(maxLength))
    .refine((text) => isValid(text.trim()), { error: invalid })
