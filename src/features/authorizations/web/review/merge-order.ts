type Named = { itnNumber: string }

/** Keeps pending bills in their previous order and appends new ones. */
export function mergeOrder<Bill extends Named>(order: readonly Bill[], before: readonly string[]): Bill[] {
  const bills = new Map(order.map((bill) => [bill.itnNumber, bill]))
  const names = new Set([...before, ...bills.keys()])
  return [...names].flatMap((itn) => bills.get(itn) ?? [])
}
