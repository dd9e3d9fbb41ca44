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
import type { Proof, Tell } from './scenario.ts'

/** A PostgreSQL that is not ours, under two portals at once. */
export const external: Proof = {
  shows: 'Two portals share a PostgreSQL of somebody else, and outlive its restart.',
  run: (tell) =>
    withExternalServer(async (house) => {
      await refusesInWords(house, tell)
      await createServingRole(house)
      const portals = await startTwo(house, tell)
      await importsBeside(house, portals, tell)
      await outlivesRestart(house, portals, tell)
      await refusesNewer(house, tell)
      for (const { process } of portals) tell('SIGTERM ends it', (await terminate(process)) === 0)
    }),
}

async function refusesInWords(house: ExternalServer, tell: Tell) {
  const cases = [
    ['a role that may not make roles', house.url, /create role portal_app nologin/],
    ['a wrong password', socketUrl(house.server, 'wrong'), /refuses the user name or password/],
    ['a database that is not there', socketUrl(house.server, undefined, 'none'), /does not exist/],
  ] as const
  for (const [what, url, words] of cases) await isRefused(tell, what, { ...house, url }, words)
}

async function isRefused(tell: Tell, what: string, house: ExternalServer, words: RegExp) {
  const { process: portal } = await startPortal(house)
  const code = await portal.ended
  const said = portal.said().trim()
  const isClear = words.test(said) && !said.includes('wrong@') && !/^\s+at /m.test(said)
  tell(`${what} stops the start with clear words`, code === 1 && isClear, said)
}

async function startTwo(house: ExternalServer, tell: Tell): Promise<Portal[]> {
  const portals = await Promise.all([startPortal(house), startPortal(house)])
  const took = await Promise.all(portals.map(({ process, port }) => ready(process, port)))
  tell('two portals that start at once on an empty database get ready', true, `${Math.max(...took)} ms`)
  const loads = portals.filter(({ process }) => process.said().includes('Loaded'))
  tell('one of them loads the demonstration', loads.length === 1)
  return portals
}

async function importsBeside(house: ExternalServer, portals: Portal[], tell: Tell) {
  const roster = join(house.folder, 'roster.csv')
  writeFileSync(roster, 'id,name,zipcode\n1,Quillfeather Clinic,33131\n2,Quillfeather House,33131\n')
  const words = ['src/app/cli.ts', 'import', 'providers', roster, '--network', 'publicDomestic']
  const imported = run(['node', ...words], { env: environment(house, 0) })
  const code = await imported.ended
  tell('a roster is imported beside them', code === 0, imported.said().trim().split('\n').at(-1))
  const seen = await Promise.all(portals.map((portal) => found(portal, 'Quillfeather')))
  tell(
    'and both find what came',
    seen.every((number) => number === 2),
    seen.join(', '),
  )
}

async function outlivesRestart(house: ExternalServer, portals: Portal[], tell: Tell) {
  const asking = Promise.all(portals.map((portal) => askDuring(portal, 2_000)))
  await house.server.close()
  const away = await Promise.all(portals.map(readiness))
  tell('without their database both live and say that they are not ready', away.join() === '503,503')
  house.server = await openServer(house.folder)
  const strange = (await asking).flat().filter((answer) => !/^(2|503 )/.test(answer))
  tell('every search meanwhile is answered or refused in words', strange.length === 0, strange[0] ?? '')
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

async function refusesNewer(house: ExternalServer, tell: Tell) {
  const change = async (statement: string) => {
    const client = new pg.Client(house.url)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await change(`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z')`)
  await isRefused(tell, 'a database that a newer portal migrated', house, /migrated by a newer portal/)
  await change(`delete from kysely_migration where name = '9999_future'`)
}
