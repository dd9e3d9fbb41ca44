type Decimal = { units: bigint; places: number }

const formatters = new Map<string, Intl.NumberFormat>()

function getFormatter(currency: string): Intl.NumberFormat {
  const found = formatters.get(currency)
  if (found) return found
  const fraction = currencyScale(currency)
  const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction }
  // Without a sign, "-0" is $0.00.
  const sign = { signDisplay: 'negative' } as const
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits, ...sign })
  formatters.set(currency, made)
  return made
}

/** Formats an exact amount for people: "1234.5" of USD becomes $1,234.50. */
export const formatMoney = (amount: string, currency: string): string =>
  getFormatter(currency).format(amount as `${number}`)

const compactFormatters = new Map<string, Intl.NumberFormat>()

/** Formats an amount for a narrow space: "84123.5" of USD becomes $84.1K. */
export function formatCompactMoney(amount: string, currency: string): string {
  const digits = { notation: 'compact', maximumSignificantDigits: 3 } as const
  const formatter =
    compactFormatters.get(currency) ??
    new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
  compactFormatters.set(currency, formatter)
  return formatter.format(amount as `${number}`)
}

type Money = { amount: string; currency: string }

/** Compares amounts of one currency. Amounts of different currencies are not comparable, so those sort by currency. */
export function compareMoney(one: Money, other: Money): number {
  if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
  return compareDecimals(one.amount, other.amount)
}

/**
 * The currencies that do not have exactly two decimal places (ISO 4217, list one). `Intl` uses the decimal
 * places of cash payments instead.
 */
const otherPlaces = [
  { places: 0, of: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
  { places: 3, of: 'BHD IQD JOD KWD LYD OMR TND' },
  { places: 4, of: 'CLF UYW' },
]

/** The number of decimal places of a currency (ISO 4217): 2 for USD and HUF, 0 for JPY, 3 for KWD. */
export const currencyScale = (currency: string): number =>
  otherPlaces.find(({ of }) => of.includes(currency))?.places ?? 2

/** The exact sum of decimal numbers, with as many decimal places as the most precise one. */
export const sumAmounts = (amounts: readonly string[]): string =>
  writeDecimal(amounts.map(parseDecimal).reduce(plus, { units: 0n, places: 0 }))

/**
 * The exact amount with at least as many decimal places as its currency has: "1234.5" of USD becomes 1234.50.
 */
export const toCurrencyScale = (currency: string, amount: string): string =>
  sumAmounts([amount, (0).toFixed(currencyScale(currency))])

/** Compares two decimal numbers by value: the result is below 0 if the first is smaller. */
export function compareDecimals(one: string, other: string): number {
  const { units } = plus(parseDecimal(one), negated(parseDecimal(other)))
  return units < 0n ? -1 : Number(units > 0n)
}

/** Writes a number without an exponent: 1e21 becomes 1000000000000000000000, and 1e-7 becomes 0.0000001. */
export function formatDecimal(number: number): string {
  const [digits = '', exponent] = String(Math.abs(number)).split('e')
  const sign = number < 0 ? '-' : ''
  if (exponent === undefined) return sign + digits
  const [whole = '', fraction = ''] = digits.split('.')
  const point = whole.length + Number(exponent)
  const all = whole + fraction
  return sign + (point > 0 ? all.padEnd(point, '0') : `0.${'0'.repeat(-point)}${all}`)
}

function plus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places)
  return { units: scaled(one, places) + scaled(other, places), places }
}

const scaled = ({ units, places }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - places)
const negated = ({ units, places }: Decimal): Decimal => ({ units: -units, places })

function parseDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}

/** Writes a decimal number: 12345 units with 2 places become 123.45. */
export function writeDecimal({ units, places }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
