import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  createServingRole,
  type ExternalServer,
  environment,
  found,
  openServer,
  type Portal,
  readiness,
  socketUrl,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { ready, run, terminate } from './portal-run.ts'
import type { Report, Scenario } from './scenario.ts'

/** An external PostgreSQL shared by two portals. */
export const external: Scenario = {
  shows: 'Two portals share an external PostgreSQL and survive its restart.',
  run: (tell) =>
    withExternalServer(async (installation) => {
      await refusesInWords(installation, tell)
      await createServingRole(installation)
      const portals = await startTwo(installation, tell)
      await importsBeside(installation, portals, tell)
      await outlivesRestart(installation, portals, tell)
      await refusesNewer(installation, tell)
      for (const { process } of portals) tell('SIGTERM ends it', (await terminate(process)) === 0)
    }),
}

async function refusesInWords(installation: ExternalServer, tell: Report) {
  const cases = [
    ['a role that may not make roles', installation.url, /create role portal_app nologin/],
    ['a wrong password', socketUrl(installation.server, 'wrong'), /rejected the user name or password/],
    ['a database that is not there', socketUrl(installation.server, undefined, 'none'), /does not exist/],
  ] as const
  for (const [what, url, words] of cases) await isRefused(tell, what, { ...installation, url }, words)
}

async function isRefused(tell: Report, what: string, installation: ExternalServer, words: RegExp) {
  const { process: portal } = await startPortal(installation)
  const code = await portal.ended
  const said = portal.said().trim()
  const isClear = words.test(said) && !said.includes('wrong@') && !/^\s+at /m.test(said)
  tell(`${what} stops the start with clear words`, code === 1 && isClear, said)
}

async function startTwo(installation: ExternalServer, tell: Report): Promise<Portal[]> {
  const portals = await Promise.all([startPortal(installation), startPortal(installation)])
  const took = await Promise.all(portals.map(({ process, port }) => ready(process, port)))
  tell('two portals that start at once on an empty database get ready', true, `${Math.max(...took)} ms`)
  const loads = portals.filter(({ process }) => process.said().includes('Loaded'))
  tell('one of them loads the demonstration', loads.length === 1)
  return portals
}

async function importsBeside(installation: ExternalServer, portals: Portal[], tell: Report) {
  const roster = join(installation.folder, 'roster.csv')
  writeFileSync(roster, 'id,name,zipcode\n1,Quillfeather Clinic,33131\n2,Quillfeather PortalInstance,33131\n')
  const words = ['src/app/cli.ts', 'import', 'providers', roster, '--network', 'publicDomestic']
  const imported = run(['node', ...words], { env: environment(installation, 0) })
  const code = await imported.ended
  tell('a roster is imported beside them', code === 0, imported.said().trim().split('\n').at(-1))
  const seen = await Promise.all(portals.map((portal) => found(portal, 'Quillfeather')))
  tell(
    'and both find what came',
    seen.every((number) => number === 2),
    seen.join(', '),
  )
}

async function outlivesRestart(installation: ExternalServer, portals: Portal[], tell: Report) {
  const asking = Promise.all(portals.map((portal) => askDuring(portal, 2_000)))
  await installation.server.close()
  const away = await Promise.all(portals.map(readiness))
  tell('without their database both live and say that they are not ready', away.join() === '503,503')
  installation.server = await openServer(installation.folder)
  const strange = (await asking).flat().filter((answer) => !/^(2|503 )/.test(answer))
  tell(
    'every search during that time is answered or refused in words',
    strange.length === 0,
    strange[0] ?? '',
  )
  await Promise.all(portals.map(({ process, port }) => ready(process, port)))
  const seen = await Promise.all(portals.map((portal) => found(portal, 'Quillfeather')))
  tell(
    'after its restart both serve again',
    seen.every((number) => number === 2),
    seen.join(', '),
  )
}

async function askDuring(portal: Portal, forMs: number): Promise<string[]> {
  const answers: string[] = []
  for (const end = Date.now() + forMs; Date.now() < end; await pause(5))
    answers.push(String(await found(portal, 'Quillfeather')))
  return answers
}

async function refusesNewer(installation: ExternalServer, tell: Report) {
  const change = async (statement: string) => {
    const client = new pg.Client(installation.url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await change(`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z')`)
  await isRefused(tell, 'a database that a newer portal migrated', installation, /migrated by a newer portal/)
  await change(`delete from kysely_migration where name = '9999_future'`)
}
