import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#platform/db/database.ts'
import type { Outcome } from '#platform/doctor/doctor-report.ts'
import { checkArchiving, checkHosts, checkStandby } from '#platform/doctor/standby-checks.ts'
import { asAdministrator, createServingRole, withExternalServer } from './external-server.ts'
import type { Report, Scenario } from './scenario.ts'
import { openReplicatedServer, type ReplicatedServer } from './streaming-replica.ts'

const timeoutMs = 60_000

type Context = { servers: ReplicatedServer; url: string; owner: Database; report: Report }

/** The doctor on a real primary and its standby, which wait for each other, fail and are promoted. */
export const doctorStandby: Scenario = {
  shows:
    'The doctor says which database host is the primary, whether commits wait for the standby, how far it is behind, and whether archiving fails.',
  run: (report) =>
    withExternalServer(async (installation) => {
      await createServingRole(installation)
      await asAdministrator(
        installation,
        'alter system set archive_mode = on',
        `alter system set archive_command = 'false'`,
      )
      const servers = await openReplicatedServer(installation)
      const url = new URL(servers.primaryUrl)
      const primaryHost = encodeURIComponent(url.searchParams.get('host') ?? '')
      const { username, password, pathname } = url
      const hosts = `postgres://${username}:${password}@${primaryHost},127.0.0.1:${servers.replica.port}${pathname}`
      const owner = openDatabase(
        { connectionString: servers.primaryUrl },
        { connections: 1, statementTimeoutMs: 5_000 },
      )
      try {
        await checkAll({ servers, url: hosts, owner, report })
      } finally {
        await owner.destroy()
        await servers.close()
      }
    }),
}

async function checkAll({ servers, url, owner, report }: Context) {
  const { onPrimary, onReplica } = servers
  const hosts = () => checkHosts(url)
  const standby = () => checkStandby(owner)
  const archiving = () => checkArchiving(owner)
  const expect = async (check: string, look: () => Promise<Outcome>, status: string, found: RegExp) => {
    const outcome = await waitFor(look, status, found)
    report(check, outcome.status === status && found.test(outcome.found), outcome.found)
  }

  await expect('both hosts are fine', hosts, 'ok', /is the primary; 127.* had the latest data/)
  await expect('the standby is not synchronous', standby, 'warning', /wait for none/)
  await onPrimary(`alter system set synchronous_standby_names = '*'`)
  await onPrimary('select pg_reload_conf()')
  await expect('a login without rights learns that', standby, 'warning', /installation may not see/)
  await onPrimary('grant pg_read_all_stats to installation')
  await expect('the standby is synchronous', standby, 'ok', /Commits wait for walreceiver/)

  await onPrimary('select pg_switch_wal()')
  await expect('archiving fails', archiving, 'failed', /no file has been archived/)
  await onPrimary(`alter system set archive_command = 'true'`)
  await onPrimary('select pg_reload_conf()')
  await expect('archiving succeeds again', archiving, 'ok', /archived 0 minutes ago/)

  await onReplica('select pg_wal_replay_pause()')
  await onPrimary('create table behind (id int)')
  await expect('a standby that stopped replaying is behind', hosts, 'warning', /more than 10 seconds behind/)
  await onReplica('select pg_wal_replay_resume()')
  await expect('it has caught up', hosts, 'ok', /had the latest data/)

  servers.killReplica()
  await expect('a killed standby does not respond', hosts, 'warning', /127.* does not respond/)
  await expect('no standby is attached', standby, 'failed', /No standby is attached/)
  await servers.startReplica()
  await expect('the standby is attached again', standby, 'ok', /Commits wait/)
  await onReplica('select pg_promote()')
  await expect('two primaries are reported', hosts, 'failed', /is the primary; 127.* is the primary/)
}

/** The first outcome that is as wanted, or the last one. */
async function waitFor(look: () => Promise<Outcome>, status: string, found: RegExp): Promise<Outcome> {
  const began = performance.now()
  for (;;) {
    const outcome = await look()
    const isWanted = outcome.status === status && found.test(outcome.found)
    if (isWanted || performance.now() - began > timeoutMs) return outcome
    await pause(100)
  }
}
