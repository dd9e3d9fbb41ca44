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
export const longestSender = 60

const nameCharacters = /^[\p{L}\p{M} .,'’"“”()&-]+$/u
const betweenParts = /[,()&"“”]+/u
/** What mail programs make a link of. */
const looksLikeLink = /\.\p{L}{2}/u
/** A full stop ends a sentence, unless what it ends is as short as "Dr." or an initial. */
const endsSentence = /\p{L}{5,}\.\s/u
/** A name written without blanks has no more letters than this. */
const longUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{9,}/u
const [mostWords, mostWordsOfOneCase, mostWordsOfAddress, mostDigitsOfAddress] = [4, 3, 3, 6]

/** Words within names that begin small, and count for none. */
const particles = new Set(
  'al af av bin bint da das de del della den der di do dos du e el i la las le los o of san ten ter und van vom von y zu zum zur'.split(
    ' ',
  ),
)

/**
 * Whether a text can stand as the name of who sends an e-mail: a name, or an e-mail address. It is the only thing
 * in the e-mail that a visitor words, and must not carry a message, a telephone number or a link.
 */
export const isSenderName = (text: string): boolean =>
  text.length <= longestSender && (isAddress(text) ? isShortAddress(text) : isName(text))

/** Whether no part of an address between points is a sentence in hyphens, and its digits are no telephone number. */
function isShortAddress(address: string): boolean {
  const [mailbox = '', domain = ''] = address.split('@')
  const parts = [mailbox.replaceAll('.', '-'), ...domain.split('.')]
  const digits = address.match(/\d/g)?.length ?? 0
  return digits <= mostDigitsOfAddress && parts.every((part) => wordsOf(part).length <= mostWordsOfAddress)
}

const wordsOf = (part: string) => part.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')

function isName(text: string): boolean {
  if (!nameCharacters.test(text) || !/\p{L}/u.test(text)) return false
  if (looksLikeLink.test(text) || endsSentence.test(text) || longUnspaced.test(text)) return false
  const parts = text.split(betweenParts).map(namesIn)
  return parts.some((part) => part.length > 0) && parts.every(isWrittenAsName)
}

const namesIn = (part: string) =>
  part.split(' ').filter((word) => /\p{L}/u.test(word) && !particles.has(word.toLowerCase()))

/** Names begin with capitals where their letters have any; a few words may be all small or all large. */
function isWrittenAsName(words: string[]): boolean {
  const isSmall = (word: string) => /^\p{Ll}/u.test(word)
  const isLarge = (word: string) => /^\p{Lu}{2}/u.test(word) && !/\p{Ll}/u.test(word)
  if (words.length <= mostWordsOfOneCase) return true
  return words.length <= mostWords && !words.some(isSmall) && !words.every(isLarge)
}
