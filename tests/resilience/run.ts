// npm run test:resilience lists the scenarios; npm run test:resilience -- NAME runs one. Exit code 1 if a
// check fails; the last line counts skipped checks.
import { databaseLoss } from './database-loss.ts'
import { decisions } from './decisions.ts'
import { external } from './external-database.ts'
import { freshClone } from './fresh-clone.ts'
import { life } from './lifecycle.ts'
import { mailKills } from './mail-crash.ts'
import { hostileDocuments } from './malicious-documents.ts'
import { memberLogin } from './member-login.ts'
import { pooler } from './pooler.ts'
import { reportKills } from './report-crash.ts'
import { restore } from './restore.ts'
import type { Report, Scenario } from './scenario.ts'
import { vobKills } from './vob-crash.ts'

const proofs: Record<string, Scenario> = {
  life,
  external,
  pooler,
  'database-loss': databaseLoss,
  'fresh-clone': freshClone,
  'mail-kills': mailKills,
  'vob-kills': vobKills,
  decisions,
  'member-login': memberLogin,
  'report-kills': reportKills,
  'hostile-documents': hostileDocuments,
  restore,
}

const [name] = process.argv.slice(2)
const proof = name ? proofs[name] : undefined
if (proof) process.exitCode = await prove(proof)
else process.exitCode = list()

async function prove({ shows, run }: Scenario): Promise<0 | 1> {
  let [failures, skipped] = [0, 0]
  const tell: Report = (sentence, outcome, seen) => {
    if (outcome === 'skipped') skipped += 1
    else if (!outcome) failures += 1
    const mark = outcome === 'skipped' ? 'skipped' : outcome ? 'ok' : 'FAILED'
    console.log(`${mark.padEnd(7)}  ${sentence}${seen ? ` (${seen})` : ''}`)
  }
  console.log(shows)
  await run(tell).catch((error) => tell('it runs to its end', false, error.message))
  console.log(closingLine(failures, skipped))
  return failures === 0 ? 0 : 1
}

function closingLine(failures: number, skipped: number): string {
  const words =
    failures === 0
      ? 'All attempted checks passed'
      : `${failures} ${failures === 1 ? 'check' : 'checks'} failed`
  if (skipped > 0) return `${words}; ${skipped} skipped.`
  return failures === 0 ? 'All checks passed.' : `${words}.`
}

function list(): 0 | 2 {
  if (name) console.error(`Unknown scenario "${name}". Available scenarios:`)
  for (const [each, { shows }] of Object.entries(proofs))
    console.log(`npm run test:resilience -- ${each.padEnd(12)} ${shows}`)
  return name ? 2 : 0
}
