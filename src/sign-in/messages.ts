/** Every sentence of sign-in and sessions that a person can meet, word for word as specified. */
export const messages = {
  clientMissing: 'Name the client in the client-id header.',
  unknownClient: 'There is no such client.',
} as const
