/** Every sentence about stored documents that a person or an operator can meet. */
export const messages = {
  missing: 'This document was not found.',
  lost: 'This document cannot be opened at present. Those who look after the portal have been told.',
  notKept: (path: string, fault: string) =>
    `${path} cannot be written (${fault}). Put right what is in its way, its rights or the disk, and start again.`,
} as const
