// npm run bench lists the benchmarks; npm run bench -- NAME runs one. bench/README.md has the results.
// npm run bench -- compare FOLDER NAME [ROUNDS] compares one with an earlier version.
import { compare } from './compare.ts'
import { machine } from './timing.ts'

type Bench = { shows: string; load: () => Promise<{ run: () => Promise<void> }> }

const benches: Record<string, Bench> = {
  search: {
    shows:
      'Cost of a search among a million providers, compared with a textbook design and an in-memory tree.',
    load: () => import('./search.ts'),
  },
  names: {
    shows:
      'Cost and recall of name searches and suggestions among a million providers, with and without typos.',
    load: () => import('./names.ts'),
  },
  import: {
    shows: 'Rows per second and memory of a roster import with a million rows.',
    load: () => import('./import.ts'),
  },
  interactions: {
    shows: 'Cost of a key press or click with 250 search results, 1,000 incidents and 5,000 bills.',
    load: () => import('./interactions.ts'),
  },
  pages: {
    shows: 'The public search on a slow phone: largest paint, JavaScript, Lighthouse.',
    load: () => import('./pages.ts'),
  },
  documents: {
    shows: 'Cost of a verification of benefits, and the effect of its previews on searches and memory.',
    load: () => import('./documents.ts'),
  },
  workers: {
    shows: 'How long the event loop of a large process stops when a worker starts.',
    load: () => import('./worker-starts.ts'),
  },
  encryption: {
    shows: 'Cost of encrypted documents and notes compared with clear text.',
    load: () => import('./encryption.ts'),
  },
  cases: {
    shows: 'Cost of patient searches, case views and case imports among a million patients.',
    load: () => import('./cases.ts'),
  },
  find: {
    shows: 'Cost of the search box among a million patients, by what people type.',
    load: () => import('./find.ts'),
  },
  home: {
    shows: "Cost of the home page's requests among a million patients.",
    load: () => import('./home.ts'),
  },
  decisions: {
    shows:
      'Cost of leases, decisions and undos with 16 people at once, and of the queue of 5,000 pending bills.',
    load: () => import('./decisions.ts'),
  },
  reports: {
    shows: 'Time and peak memory of reports of 10,000 and 100,000 bills.',
    load: () => import('./reports.ts'),
  },
  'rate-limits': {
    shows: 'Cost of counting a request for rate limits, alone and together with other processes.',
    load: () => import('./rate-limits.ts'),
  },
  card: {
    shows: 'Time from the form of a member to the visible ID card, on a slow phone.',
    load: () => import('./member-card.ts'),
  },
  telemetry: {
    shows: 'Cost of a search with OpenTelemetry off, on and sampled.',
    load: () => import('./telemetry.ts'),
  },
  scaling: {
    shows: 'Throughput and processor time of one, two and four portals behind nginx on one database.',
    load: () => import('./scaling.ts'),
  },
  geocode: {
    shows: 'Cost of geocoding an address over HTTP.',
    load: () => import('./geocode.ts'),
  },
}

const [name, folder, compared, rounds = '3'] = process.argv.slice(2)
const bench = name ? benches[name] : undefined
if (name === 'compare' && folder && compared) {
  console.log(`${machine()}\n`)
  await compare(folder, compared, Number(rounds))
} else if (bench) {
  console.log(`${machine()}\n`)
  await (await bench.load()).run()
} else process.exitCode = list()

function list(): 0 | 2 {
  if (name) console.error(`Unknown benchmark "${name}". Available benchmarks:`)
  for (const [each, { shows }] of Object.entries(benches))
    console.log(`npm run bench -- ${each.padEnd(12)} ${shows}`)
  return name ? 2 : 0
}
