type Named = { itnNumber: string }

/** The bills that wait now in the order in which they were before; those that came since follow. */
export function keptOrder<Bill extends Named>(order: readonly Bill[], before: readonly string[]): Bill[] {
  const bills = new Map(order.map((bill) => [bill.itnNumber, bill]))
  const names = new Set([...before, ...bills.keys()])
  return [...names].flatMap((itn) => bills.get(itn) ?? [])
}
