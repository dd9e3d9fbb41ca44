import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { createWeightedPicker } from '#seed/seeded-random.ts'

const providerType = z.object({ id: z.string(), description: z.string(), type: z.number() })
export type DemoType = z.infer<typeof providerType>

/** Weights of the common types relative to the rest. */
const common: Readonly<Record<string, number>> = {
  '207Q00000X': 36,
  '207R00000X': 32,
  '208000000X': 20,
  '122300000X': 20,
  '282N00000X': 20,
  '261QU0200X': 20,
  '3336C0003X': 20,
  '207V00000X': 16,
  '363LF0000X': 16,
  '225100000X': 16,
  '207RC0000X': 12,
  '207X00000X': 12,
  '363A00000X': 12,
  '1223G0001X': 12,
  '152W00000X': 12,
  '111N00000X': 12,
  '207N00000X': 10,
  '207W00000X': 10,
  '2084P0800X': 10,
  '261QP2300X': 10,
  '291U00000X': 10,
  '261QR0200X': 10,
  '208600000X': 8,
  '2084N0400X': 8,
  '207RG0100X': 8,
  '207P00000X': 8,
  '103TC0700X': 8,
  '1041C0700X': 8,
  '101YM0800X': 8,
  '333600000X': 8,
  '314000000X': 8,
  '251E00000X': 8,
  '261QM1300X': 8,
  '261QA1903X': 8,
  '208800000X': 6,
  '207Y00000X': 6,
  '2085R0202X': 6,
  '213E00000X': 6,
  '261QE0700X': 6,
  '261QP2000X': 6,
  '251G00000X': 4,
  '341600000X': 4,
}

const readTypes = (db: Database) =>
  queryRows(db, providerType, sql`select id, description, type from provider_type order by id collate "C"`)

/** Creates a picker that chooses provider types at random by their weights. */
export async function wheelOfTypes(db: Database) {
  return createWeightedPicker(await readTypes(db), ({ id }) => common[id] ?? 1)
}

/** What the start page has links for (hospital, urgent care, pharmacy, dentist, laboratory), and the most common doctors. */
const soughtFirst = [
  '282N00000X',
  '261QU0200X',
  '3336C0003X',
  '122300000X',
  '291U00000X',
  '207Q00000X',
  '208000000X',
  '207RC0000X',
]

/** The types that people look for first. */
export async function typesSoughtFirst(db: Database): Promise<DemoType[]> {
  return (await readTypes(db)).filter(({ id }) => soughtFirst.includes(id))
}

/** The name suffix of a facility type: "Hospital, children's" becomes "Children's Hospital". */
export function placeName({ description }: DemoType): string {
  const [noun = '', ...details] = description.split(', ')
  return [...details, noun].join(' ').replace(/(?<=^|[ -])[a-z]/g, (letter) => letter.toUpperCase())
}

const credentials: readonly (readonly [codes: RegExp, letters: string])[] = [
  [/^20/, 'MD'],
  [/^122/, 'DDS'],
  [/^152/, 'OD'],
  [/^111/, 'DC'],
  [/^213/, 'DPM'],
  [/^103[TG]/, 'PhD'],
  [/^1041/, 'LCSW'],
  [/^101Y/, 'LPC'],
  [/^225(1|X)/, 'PT'],
  [/^363L/, 'NP'],
  [/^363A/, 'PA-C'],
  [/^163W/, 'RN'],
]

/** The credentials of a practitioner type, preceded by a comma; empty if none are usual. */
export function credential({ id }: DemoType): string {
  const found = credentials.find(([codes]) => codes.test(id))
  return found ? `, ${found[1]}` : ''
}
