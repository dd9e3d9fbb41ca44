import { isAddress } from '#platform/contract/mail-address.ts'

/** What the specification's `itemId` holds: a constant that says what the feedback is about. */
export const feedbackItem = 'provider-experience'

/** How many providers one e-mail takes. */
export const mostProviders = 250

type FeedbackFields = { providerName: string; name: string; email: string; message: string }

/** Whether feedback has everything that is required, and an address to answer to. */
export const isWholeFeedback = ({ providerName, name, email, message }: FeedbackFields) =>
  [providerName, name, message].every((text) => text.trim() !== '') && isAddress(email)

const nameCharacters = /^[\p{L}\p{M}\p{N} .,'’()&-]{1,80}$/u
/** What mail programs make a link of. */
const looksLikeLink = /\.\p{L}{2}/u

/**
 * Whether a text can stand as the name of who sends an e-mail: a name, or an e-mail address. It is the only thing
 * in the e-mail that a visitor words, and must not carry a message or a link.
 */
export const isSenderName = (text: string) =>
  isAddress(text) || (nameCharacters.test(text) && /\p{L}/u.test(text) && !looksLikeLink.test(text))
