/** User-facing messages printed in documents. */
export const messages = {
  lost: (mark: string) =>
    `${mark} marks a character that this document cannot show (a symbol, or a character from another script).`,
  barChart: (bars: readonly string[]) => `Bar chart. ${bars.join('; ')}.`,
  columnChart: (names: readonly string[], first: string, last: string) =>
    `Column chart of ${names.join(', ')}, from ${first} to ${last}. A table lists the values.`,
} as const
