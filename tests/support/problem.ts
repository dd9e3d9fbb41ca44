/** A problem in a response without its reference, which is different in each response. */
export const withoutReference = ({ reference: _, ...problem }: Record<string, unknown>) => problem
