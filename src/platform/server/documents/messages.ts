/** Every sentence of the documents' own that a person can meet. */
export const messages = {
  lost: (mark: string) =>
    `Where ${mark} stands, this document cannot show a character (of another script, or a symbol).`,
} as const
