/** A problem in a response without its reference, which is different in each response. */
export const withoutReference = ({ reference: _, ...problem }: Record<string, unknown>) => problem

/** A problem as the server sends it when it rejects a request. */
export const createProblem = (status: number, detail: string, more: object = {}) => ({
  type: 'about:blank',
  title: 'Rejected',
  status,
  detail,
  reference: 'r',
  ...more,
})
