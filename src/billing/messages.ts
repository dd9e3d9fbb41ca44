/** Every sentence of billing that a person can meet, word for word as specified. */
export const messages = {
  billMissing: 'This bill was not found.',
} as const
