import type { DatabaseContext } from '#platform/db/database-context.ts'
import { zipsWithPeople } from '#provider-search/server/seed/places-seed.ts'
import { createRandom, createWeightedPicker } from '#seed/seeded-random.ts'
import { addPendingItns } from './decision-staff.ts'
import type { Person, Recorder } from './mixed-load.ts'
import { type Card, createMember, createVisitor } from './mixed-load-public.ts'
import {
  type BillStock,
  createCaseReader,
  createLetterWriter,
  createQueueDecider,
  createReportReader,
} from './mixed-load-staff.ts'
import { createStaffClient } from './portal-staff.ts'
import { createVobIssuer } from './vob-issuer.ts'

/** Who the fifty people are. */
const visitors = 18
const members = 6
const caseReaders = 10
const deciders = 10
const reportReaders = 4
const letterWriters = 2
export const peopleCount = visitors + members + caseReaders + deciders + reportReaders + letterWriters

type PeopleContext = {
  database: DatabaseContext
  address: string
  card: Card
  recorder: Recorder
}

/** The address of each person, as a trusted proxy reports it. */
const ownAddress = (at: number) => ({ 'x-forwarded-for': `198.51.100.${at + 1}` })

/** Fifty people on a portal with demo data, with the bills that some of them decide. */
export async function createPeople({ database, address, card, recorder }: PeopleContext) {
  const zips = await zipsWithPeople(database.owner)
  const pickPlace = createWeightedPicker(zips, ({ population }) => population)
  const drawn = createRandom('places')
  const places = Array.from({ length: 500 }, () => pickPlace(drawn))
  const stock = createStock(database)
  await stock.refill()
  let count = 0
  const make = <Made>(many: number, create: (at: number) => Made) =>
    Array.from({ length: many }, () => create(count++))
  const outside = (at: number) => ({
    recorder,
    address,
    headers: ownAddress(at),
    random: createRandom(`person ${at}`),
  })
  const inside = async (at: number) => ({
    recorder,
    random: createRandom(`person ${at}`),
    staff: await createStaffClient(database.app, address, `Person ${at}`, 'alpine', ownAddress(at)),
  })
  const people: Person[] = await Promise.all([
    ...make(visitors, (at) => createVisitor(outside(at), places)),
    ...make(members, (at) => createMember(outside(at), card)),
    ...make(caseReaders, async (at) => createCaseReader(await inside(at))),
    ...make(deciders, async (at) => createQueueDecider(await inside(at), stock)),
    ...make(reportReaders, async (at) => createReportReader(await inside(at))),
    ...make(letterWriters, async (at) =>
      createLetterWriter(await inside(at), await createVobIssuer(database.app, address)),
    ),
  ])
  return { people: createRandom('order').shuffle(people), stock }
}

const stockSize = 400

/** Bills for the people who decide; refilled as the back office does, in files of some hundred. */
function createStock(database: DatabaseContext): BillStock & { refill(): Promise<void> } {
  const waiting: string[] = []
  let files = 0
  return {
    waiting,
    async refill() {
      if (waiting.length >= stockSize / 2) return
      files += 1
      waiting.push(...(await addPendingItns(database, `LOAD${files}`, stockSize)))
    },
  }
}
