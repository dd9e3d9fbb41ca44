type Named = { itnNumber: string }

/** Keeps the bills in their previous order and appends new ones. */
export function mergeOrder<Bill extends Named>(
  order: readonly Bill[],
  previousItns: readonly string[],
): Bill[] {
  const bills = new Map(order.map((bill) => [bill.itnNumber, bill]))
  const itns = new Set([...previousItns, ...bills.keys()])
  return [...itns].flatMap((itn) => bills.get(itn) ?? [])
}
