import { listRecentCases } from '#cases/case-contract.ts'
import { setClock } from '#platform/contract/clock.ts'
import { getFigures, listLongestWaiting, listNews } from '#today/contract.ts'
import { clientCount } from './case-dataset.ts'
import { addAuthorizations, openCasePortal } from './case-portal.ts'
import { measureTimes, percentile } from './timing.ts'

const patients = Number(process.env.PATIENTS ?? 1_000_000)
const visits = 200
const goalMs = 150

/** The generated incidents end on the day before. */
const today = new Date('2026-07-01T15:00:00Z')

type Staff = { headers: Record<string, string> }

/** Prints the cost of the home page's requests, for the largest client and for clients of every size. */
export async function run() {
  const resetClock = setClock(() => today)
  const portal = await openCasePortal(patients, 'f'.repeat(64))
  const contracts = [getFigures, listLongestWaiting, listNews, listRecentCases]
  try {
    await addAuthorizations(portal)
    const staff: Staff[] = []
    for (let client = 0; client < clientCount; client += 1)
      staff.push(await portal.staffOf(`client-${client}`))
    const [largest] = staff
    if (!largest) return
    const visitors = Array.from({ length: visits }, (_, at) => staff[at % staff.length] ?? largest)
    console.log(
      '| | largest client, p50 ms | p95 | all clients in turn, p50 | p95 | goal |\n|---|---|---|---|---|---|',
    )
    for (const contract of contracts) {
      const ask = async (by: Staff) => {
        const { statusCode, body } = await portal.call(contract, {}, by)
        if (statusCode !== 200) throw new Error(`${contract.path} returned ${statusCode}: ${body}`)
      }
      const times = [await measureTimes(Array(visits).fill(largest), ask), await measureTimes(visitors, ask)]
      const cells = times.flatMap((each) => [0.5, 0.95].map((share) => percentile(share, each).toFixed(1)))
      console.log(`| ${contract.path} | ${cells.join(' | ')} | ${goalMs} |`)
    }
  } finally {
    resetClock()
    await portal.close()
  }
}
