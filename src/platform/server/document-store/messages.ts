/** Every sentence about stored documents that a person can meet. */
export const messages = {
  missing: 'This document was not found.',
  lost: 'This document cannot be opened at present. Those who look after the portal have been told.',
} as const
