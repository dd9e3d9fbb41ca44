import { english } from './english-messages.ts'
import { german } from './german-messages.ts'

/** The text of the member area and of ID cards in each language, by the code of the language. */
export const texts = { en: english, de: german }
export type MemberTexts = typeof english

const { bothRequired, wrong, tooManyLogins } = english.login

/** Errors from the server. The pages say them in the language of the member. */
export const messages = {
  bothRequired,
  wrong,
  tooManyLogins,
  busy: 'Many people are logging in right now. Try again in a few seconds.',
  loginNeeded: 'You’re not logged in, or your session has ended. Please log in again.',
  noLogo: 'The cards of your plan have no logo.',
  noContact: 'There is no contact at this address.',
} as const
