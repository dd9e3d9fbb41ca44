// npm run test:resilience lists the scenarios; npm run test:resilience -- NAME runs one. Exit code 1 if a
// check fails; the last line counts skipped checks.
import { databaseLoss } from './database-loss.ts'
import { decisions } from './decisions.ts'
import { doctorStandby } from './doctor-standby.ts'
import { documentedCommandsScenario } from './documented-commands/documented-commands.ts'
import { externalDatabase } from './external-database.ts'
import { failover } from './failover.ts'
import { freshClone } from './fresh-clone.ts'
import { lifecycle } from './lifecycle.ts'
import { mailCrash } from './mail-crash.ts'
import { maliciousDocuments } from './malicious-documents.ts'
import { memberLogin } from './member-login.ts'
import { objectStore } from './object-store.ts'
import { pointInTime } from './point-in-time.ts'
import { pooler } from './pooler.ts'
import { proxy } from './proxy.ts'
import { release } from './release.ts'
import { replica } from './replica.ts'
import { reportCrash } from './report-crash.ts'
import { restore } from './restore.ts'
import type { Report, Scenario } from './scenario.ts'
import { soak } from './soak.ts'
import { upgrade } from './upgrade.ts'
import { vobCrash } from './vob-crash.ts'

const scenarios: Record<string, Scenario> = {
  lifecycle,
  'external-database': externalDatabase,
  pooler,
  'database-loss': databaseLoss,
  replica,
  'doctor-standby': doctorStandby,
  failover,
  upgrade,
  'fresh-clone': freshClone,
  release,
  'documented-commands': documentedCommandsScenario,
  proxy,
  'mail-crash': mailCrash,
  'vob-crash': vobCrash,
  decisions,
  'member-login': memberLogin,
  'report-crash': reportCrash,
  'malicious-documents': maliciousDocuments,
  'object-store': objectStore,
  restore,
  'point-in-time': pointInTime,
  soak,
}

const endMs = 10_000
const [name] = process.argv.slice(2)
const scenario = name ? scenarios[name] : undefined
if (scenario) process.exitCode = await runScenario(scenario)
else process.exitCode = listScenarios()
// What a failed scenario left open must not keep the verdict from the caller.
setTimeout(() => process.exit(), endMs).unref()

async function runScenario({ shows, run }: Scenario): Promise<0 | 1> {
  let [failures, skipped] = [0, 0]
  const report: Report = (check, outcome, details) => {
    if (outcome === 'skipped') skipped += 1
    else if (!outcome) failures += 1
    const mark = outcome === 'skipped' ? 'skipped' : outcome ? 'ok' : 'FAILED'
    console.log(`${mark.padEnd(7)}  ${check}${details ? ` (${details})` : ''}`)
  }
  console.log(shows)
  await run(report).catch((error) => report('the scenario runs to completion', false, error.message))
  console.log(closingLine(failures, skipped))
  return failures === 0 ? 0 : 1
}

function closingLine(failures: number, skipped: number): string {
  const result =
    failures === 0
      ? 'All attempted checks passed'
      : `${failures} ${failures === 1 ? 'check' : 'checks'} failed`
  if (skipped > 0) return `${result}; ${skipped} skipped.`
  return failures === 0 ? 'All checks passed.' : `${result}.`
}

function listScenarios(): 0 | 2 {
  if (name) console.error(`Unknown scenario "${name}". Available scenarios:`)
  for (const [each, { shows }] of Object.entries(scenarios))
    console.log(`npm run test:resilience -- ${each.padEnd(19)} ${shows}`)
  return name ? 2 : 0
}
