import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  createServingRole,
  type ExternalServer,
  environment,
  fetchReadiness,
  openServer,
  type Portal,
  search,
  socketUrl,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

/** An external PostgreSQL shared by two portals. */
export const externalDatabase: Scenario = {
  shows: 'Two portals share an external PostgreSQL and survive its restart.',
  run: (report) =>
    withExternalServer(async (installation) => {
      await checkStartErrors(installation, report)
      await createServingRole(installation)
      const portals = await startTwoPortals(installation, report)
      await checkImport(installation, portals, report)
      await checkRestart(installation, portals, report)
      await checkNewerDatabase(installation, report)
      for (const { process } of portals) report('SIGTERM stops the portal', (await terminate(process)) === 0)
    }),
}

async function checkStartErrors(installation: ExternalServer, report: Report) {
  const cases = [
    ['a role that cannot create roles', installation.url, /create role portal_app nologin/],
    ['a wrong password', socketUrl(installation.server, 'wrong'), /rejected the user name or password/],
    ['a missing database', socketUrl(installation.server, undefined, 'none'), /does not exist/],
  ] as const
  for (const [what, url, words] of cases) await checkStartFails(report, what, { ...installation, url }, words)
}

async function checkStartFails(report: Report, what: string, installation: ExternalServer, words: RegExp) {
  const { process: portal } = await startPortal(installation)
  const code = await portal.ended
  const said = portal.output().trim()
  const isClear = words.test(said) && !said.includes('wrong@') && !/^\s+at /m.test(said)
  report(`${what} stops the portal with a clear message`, code === 1 && isClear, said)
}

async function startTwoPortals(installation: ExternalServer, report: Report): Promise<Portal[]> {
  const portals = await Promise.all([startPortal(installation), startPortal(installation)])
  const took = await Promise.all(portals.map(({ process, port }) => waitUntilReady(process, port)))
  report('two portals start concurrently on an empty database', true, `${Math.max(...took)} ms`)
  const loads = portals.filter(({ process }) => process.output().includes('Loaded'))
  report('only one of them loads the demo data', loads.length === 1)
  return portals
}

async function checkImport(installation: ExternalServer, portals: Portal[], report: Report) {
  const roster = join(installation.folder, 'roster.csv')
  writeFileSync(roster, 'id,name,zipcode\n1,Quillfeather Clinic,33131\n2,Quillfeather Hospital,33131\n')
  const words = ['src/app/cli.ts', 'import', 'providers', roster, '--network', 'publicDomestic']
  const imported = run(['node', ...words], { env: environment(installation, 0) })
  const code = await imported.ended
  report('a roster import succeeds while both run', code === 0, imported.output().trim().split('\n').at(-1))
  const seen = await Promise.all(portals.map((portal) => search(portal, 'Quillfeather')))
  report(
    'both find the imported providers',
    seen.every((number) => number === 2),
    seen.join(', '),
  )
}

async function checkRestart(installation: ExternalServer, portals: Portal[], report: Report) {
  const searching = Promise.all(portals.map((portal) => searchDuring(portal, 2_000)))
  await installation.server.close()
  const withoutDatabase = await Promise.all(portals.map(fetchReadiness))
  report('both are alive but not ready without the database', withoutDatabase.join() === '503,503')
  installation.server = await openServer(installation.folder)
  const unexpected = (await searching).flat().filter((answer) => !/^(2|503 )/.test(answer))
  report(
    'every search during the restart returns results or a message',
    unexpected.length === 0,
    unexpected[0] ?? '',
  )
  await Promise.all(portals.map(({ process, port }) => waitUntilReady(process, port)))
  const seen = await Promise.all(portals.map((portal) => search(portal, 'Quillfeather')))
  report(
    'both serve again after the restart',
    seen.every((number) => number === 2),
    seen.join(', '),
  )
}

async function searchDuring(portal: Portal, forMs: number): Promise<string[]> {
  const answers: string[] = []
  for (const end = Date.now() + forMs; Date.now() < end; await pause(5))
    answers.push(String(await search(portal, 'Quillfeather')))
  return answers
}

async function checkNewerDatabase(installation: ExternalServer, report: Report) {
  const change = async (statement: string) => {
    const client = new pg.Client(installation.url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await change(`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z')`)
  await checkStartFails(
    report,
    'a database migrated by a newer portal',
    installation,
    /migrated by a newer portal/,
  )
  await change(`delete from kysely_migration where name = '9999_future'`)
}
