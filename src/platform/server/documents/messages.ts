/** User-facing messages printed in documents. */
export const messages = {
  lost: (mark: string) =>
    `${mark} marks a character that this document cannot show (from another script, or a symbol).`,
} as const
