import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '#platform/contract/money.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'
import { validateDecision } from '../rules.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
let bills = 0
beforeAll(async () => {
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000_000 })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  staff = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

const totals = { USD: '1250.50', JPY: '1250', KWD: '0.125', EUR: '0.00' }
type Currency = keyof typeof totals
const currencies = Object.keys(totals) as Currency[]

/** Amounts near the total, amounts near zero, and invalid input. */
const amount = fc.oneof(
  fc.constantFrom('0', '0.01', '1250.50', '1250.51', '1250', '1251', '0.125', '0.126', '-0.01', '-0', '1e9'),
  fc.constantFrom<string | number>(
    '1000000000',
    1e9,
    1e21,
    1e-7,
    0.30000000000000004,
    0.1,
    1250.5,
    -1,
    '',
    ' 5 ',
    'ten',
    '٣',
    '1,000',
    '5.',
  ),
  fc.integer({ min: -200, max: 200_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const approval = fc.record({
  patientResponsibility: amount,
  patientResponsibilityCurrency: fc.constantFrom(...currencies, 'usd', ''),
  maximumCovered: amount,
  maximumCoveredCurrency: fc.constantFrom(...currencies),
})

const normalizeInput = (fields: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.trim() : formatDecimal(value),
    ]),
  )

test('the page and the server return the same errors for every amount', async () => {
  const statuses = new Set<number>()
  const decisions = fc
    .tuple(fc.constantFrom(...currencies), approval, fc.boolean())
    .map(
      ([currency, fields, hasBillCurrency]) =>
        [
          currency,
          hasBillCurrency
            ? { ...fields, patientResponsibilityCurrency: currency, maximumCoveredCurrency: currency }
            : fields,
        ] as const,
    )
  await fc.assert(
    fc.asyncProperty(decisions, async ([currency, fields]) => {
      bills += 1
      const [itn, totalChargeAmount] = [`ITN-${bills}`, totals[currency]]
      await addPendingBills(portal.databaseContext.owner, [
        { itn, client: 'ACME1', currency, totalCharge: totalChargeAmount },
      ])
      const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: staff.headers })
      const errors = Object.values(
        validateDecision(normalizeInput(fields), { totalChargeAmount, currency }, () => false),
      )
      statuses.add(response.statusCode)
      if (errors.length === 0) expect(response.json()).toMatchObject({ statusCode: 200 })
      else expect(response.json()).toMatchObject({ statusCode: 422, message: errors.join(' ') })
    }),
    { numRuns: 300, seed: 11 },
  )
  expect(statuses).toEqual(new Set([200, 422]))
})
