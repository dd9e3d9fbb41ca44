/** User-facing messages printed in documents. */
export const messages = {
  lost: (mark: string) =>
    `${mark} marks a character that this document cannot show (a symbol, or a character from another script).`,
} as const
