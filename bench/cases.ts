import { withScope } from '#platform/db/database.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { abandoned, type CaseCall, caseCalls, type Person, pickPeople } from './case-calls.ts'
import { clientCodes, clientCount } from './case-dataset.ts'
import { importCasesInto } from './case-import.ts'
import { createLargeFile, measureExtraction } from './case-pages.ts'
import { type CasePortal, dropIndexes, openCasePortal } from './case-portal.ts'
import { measureTimes, percentile } from './timing.ts'

const patients = Number(process.env.PATIENTS ?? 1_000_000)
const callCount = 400
const callCountWithoutIndexes = 3

/** Prints the cost of case requests with and without our indexes, of page extraction, and of the import. */
export async function run() {
  const file = await createLargeFile()
  const portal = await openCasePortal(patients, file.sha256)
  try {
    await measureCalls(portal)
    await measureExtraction(file, portal.dataDir)
    await importCasesInto(portal, patients, file.sha256)
  } finally {
    await portal.close()
  }
}

type Measured = { times: number[]; responses: string[] }

async function measureCalls(portal: CasePortal) {
  const codes = Array.from({ length: clientCount }, (_, client) => clientCodes(client)).flat()
  const people = await withScope(portal.databaseContext.owner, scopeOfCodes(codes), (db) =>
    pickPeople(db, callCount),
  )
  const owner = await portal.databaseContext.connect()
  await owner.query('set statement_timeout = 0')
  const ours = await measureAll(portal, people)
  const indexes = await dropIndexes(owner)
  const without = await measureAll(portal, people.slice(0, callCountWithoutIndexes)).finally(async () => {
    for (const index of indexes) await owner.query(index)
    await owner.query('vacuum analyze')
    await owner.end()
  })
  console.log('| | p50 ms | p95 ms | goal | without our indexes, p50 | p95 |\n|---|---|---|---|---|---|')
  for (const { name, goalMs } of caseCalls) print(name, goalMs, ours.get(name), without.get(name))
}

async function measureAll(portal: CasePortal, people: readonly Person[]) {
  const found = new Map<string, Measured>()
  for (const call of caseCalls) found.set(call.name, await measureCall(portal, call, people))
  return found
}

async function measureCall(portal: CasePortal, { ask }: CaseCall, people: readonly Person[]) {
  const staff = new Map<string, Awaited<ReturnType<CasePortal['staffOf']>>>()
  for (const { clientId } of people)
    if (!staff.has(clientId)) staff.set(clientId, await portal.staffOf(clientId))
  const responses: string[] = []
  const times = await measureTimes(people, async (about) => {
    const by = staff.get(about.clientId)
    if (by) responses.push(await ask(portal, by, about))
  })
  return { times, responses: responses.slice(-people.length) }
}

/** Prints one request; throws if the responses differ without the indexes. */
function print(name: string, goalMs: number, ours?: Measured, without?: Measured) {
  if (!ours || !without) return
  if (ours.responses.includes(abandoned)) throw new Error(`${name}: a response took too long.`)
  if (without.responses.some((response, at) => response !== ours.responses[at] && response !== abandoned))
    throw new Error(`${name}: the responses differ without the indexes.`)
  const [p50, p95, slowP50, slowP95] = [ours, without].flatMap(({ times }) =>
    [0.5, 0.95].map((share) => percentile(share, times).toFixed(1)),
  )
  const after = without.responses.includes(abandoned) ? ' (given up)' : ''
  console.log(`| ${name} | ${p50} | ${p95} | ${goalMs} | ${slowP50} | ${slowP95}${after} |`)
}
