import { quoted } from '#platform/import/import-messages.ts'

const number = (count: number) => count.toLocaleString('en-US')
const list = new Intl.ListFormat('en-US')

/** Text of exchange rates and of the total in a base currency. */
export const messages = {
  notPositive: (column: string, value: string) => `${column} ${quoted(value)} is not greater than 0`,
  sameCurrency: (currency: string) => `currency and baseCurrency are both ${quoted(currency)}`,
  demoSource: 'Demonstration rates',

  title: (currency: string) => `All currencies in ${currency}`,
  byCurrency: 'By currency',
  currency: 'Currency',
  total: 'Total',
  method: (currency: string) =>
    `Each bill is converted to ${currency} at the rate for the day it was processed or, if there is none, the latest rate from the 7 days before, and then rounded.`,
  rates: (currency: string, source: string, from: string, to: string) =>
    from === to
      ? `${currency}: ${source}, rate of ${from}.`
      : `${currency}: ${source}, rates of ${from} – ${to}.`,
  noTotal: (base: string, missing: readonly { currency: string; bills: number; first: string }[]) =>
    `There is no total in ${base}, because exchange rates are missing: ${list.format(
      missing.map(
        ({ currency, bills, first }) =>
          `${currency} for ${bills === 1 ? `1 bill processed on ${first}` : `${number(bills)} bills, the first processed on ${first}`}`,
      ),
    )}. Each currency has its own figures below.`,
} as const
