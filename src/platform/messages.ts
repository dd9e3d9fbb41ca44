/** Every sentence of the platform that a person can meet. */
export const messages = {
  badRequest: 'The request is not valid.',
  notJson: 'The body is not valid JSON.',
  signInNeeded: 'Please sign in.',
  notFound: 'There is nothing at this address.',
  tooLarge: 'The request is too large.',
  unsupportedMedia: 'The body must be JSON (content-type application/json).',
  tooManyRequests: 'There were too many requests. Please wait a moment and try again.',
  tookTooLong: 'The answer took too long. Please try again.',
  databaseAway: 'The database cannot be reached.',
  starting: 'The portal is starting.',
  notReady: 'The service is not ready. Please try again in a moment.',
  ourFault: 'Something went wrong on our side. Please try again.',
} as const
