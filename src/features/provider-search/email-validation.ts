import { isAddress } from '#platform/contract/mail-address.ts'

/** What the specification's `itemId` holds: a constant that says what the feedback is about. */
export const feedbackItem = 'provider-experience'

/** How many providers one e-mail takes. */
export const mostProviders = 250

/** The longest texts of feedback, in characters. */
export const longest = { providerName: 300, name: 200, email: 254, message: 4000 } as const

type FeedbackFields = Record<keyof typeof longest, string>

/** What turns the direction of the text round it (Unicode, bidirectional controls): it shows words that are not there. */
const turnsText = /[\u202a-\u202e\u2066-\u2069]/u
const isSoundText = (text: string) =>
  text.isWellFormed() && !/[^\P{Cc}\r\n\t]/u.test(text) && !turnsText.test(text)
const isOneLine = (text: string) => !/[\r\n\t\p{Zl}\p{Zp}]/u.test(text)
/** Whether there is anything to be seen: not only blanks, marks without letters, and characters that show nothing. */
export const isVisible = (text: string) => /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)

/** Whether feedback has everything that is required, as text that can be read, and an address to answer to. */
export function isWholeFeedback(feedback: FeedbackFields): boolean {
  const { providerName, name, email, message } = feedback
  const fit = Object.entries(longest).every(
    ([field, most]) => feedback[field as keyof typeof longest].length <= most,
  )
  return (
    fit &&
    [providerName, name, message].every((text) => isVisible(text) && isSoundText(text)) &&
    [providerName, name].every(isOneLine) &&
    isAddress(email)
  )
}

/** The longest name or address that an e-mail can go out under. */
export const longestSender = 100

/** Control, format and unassigned characters, except the two joiners that some scripts write names with. */
const invisible = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u
const markup = /[<>]/
/** What mail programs turn into a link: an address with or without its scheme, a bare domain, a mailbox. */
const link =
  /:\/|\/\/|@|\b(?:https?|ftps?|mailto|tel|sms|javascript|data|file):|[\p{L}\p{N}]\.\p{L}[\p{L}\p{M}]|\bwww\./iu
const numericHost = /\d+\.\d+\.\d+\.\d+/
/** Browsers read these as the period between the parts of a domain (UTS #46). */
const periods = /[\u3002\uff0e\uff61]/g

/**
 * Whether a text can stand as the name of who sends an e-mail: a name of a person or a team, or an e-mail address.
 * It is the only text in the e-mail that a visitor writes, so it must not carry markup or a link.
 */
export const isSenderName = (text: string): boolean =>
  text.length <= longestSender && (isAddress(text) || isName(text))

function isName(text: string): boolean {
  if (!text.isWellFormed() || invisible.test(text) || !/\p{L}/u.test(text)) return false
  const folded = text.normalize('NFKC').replace(periods, '.')
  return ![markup, link, numericHost].some((pattern) => pattern.test(folded))
}
