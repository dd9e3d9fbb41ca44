// npm run bench lists the benchmarks, npm run bench -- NAME runs one. Their figures stand in bench/README.md.
import { machine } from './timing.ts'

type Bench = { shows: string; load: () => Promise<{ run: () => Promise<void> }> }

const benches: Record<string, Bench> = {
  search: {
    shows: 'What a search costs among a million providers, beside a textbook design and a tree in memory.',
    load: () => import('./search.ts'),
  },
  names: {
    shows: 'What a search by name costs among a million providers, mistyped too, and how often it finds.',
    load: () => import('./names.ts'),
  },
  import: {
    shows: 'What the import of a roster does a second with a million rows, and the memory it takes.',
    load: () => import('./import.ts'),
  },
  interactions: {
    shows: 'What a key or a click costs on the search page with 250 results, and with 1,000 incidents.',
    load: () => import('./interactions.ts'),
  },
  pages: {
    shows: 'What the public search costs a slow phone: largest paint, JavaScript, Lighthouse.',
    load: () => import('./pages.ts'),
  },
  documents: {
    shows: 'What a verification of benefits costs, and what its previews do to searches and memory.',
    load: () => import('./documents.ts'),
  },
  cases: {
    shows: 'What finding patients and looking at a case costs among a million patients, and importing cases.',
    load: () => import('./cases.ts'),
  },
  decisions: {
    shows: 'What saving a decision costs with 16 people at once, and the list of 5,000 bills that wait.',
    load: () => import('./decisions.ts'),
  },
  reports: {
    shows: 'What reports of 10,000 and of 100,000 bills take until the PDF is there, and the most memory.',
    load: () => import('./reports.ts'),
  },
  geocode: {
    shows: 'What finding the place of an address costs, over HTTP.',
    load: () => import('./geocode.ts'),
  },
}

const [name] = process.argv.slice(2)
const bench = name ? benches[name] : undefined
if (bench) {
  console.log(`${machine()}\n`)
  await (await bench.load()).run()
} else process.exitCode = list()

function list(): 0 | 2 {
  if (name) console.error(`There is no benchmark "${name}". There are:`)
  for (const [each, { shows }] of Object.entries(benches))
    console.log(`npm run bench -- ${each.padEnd(12)} ${shows}`)
  return name ? 2 : 0
}
