import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { type Database, readPoolUsage } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import { listImportStates } from '../import/import-runs.ts'
import { listCommandSuccesses } from '../jobs/command-success-queries.ts'
import { type BacklogSource, readBacklog } from '../jobs/read-backlog.ts'
import { readInTime } from './monitoring-routes.ts'

type DatabaseMetrics = {
  db: Database
  replica: Replica | undefined
  backlogs: readonly BacklogSource[]
  /** When the last import of each network was completed. */
  listLastImports(db: Database): Promise<{ network: string; importedAt: Date }[]>
}

/**
 * Prometheus metrics that are read when they are scraped. Those from the database are the same in every process. While
 * the database does not respond, they are left out and `portal_database_up` is 0. Labels name queues and networks, never
 * people or clients.
 */
export function registerDatabaseMetrics(
  app: FastifyInstance,
  { db, replica, backlogs, listLastImports }: DatabaseMetrics,
) {
  // Before the others, whose queries need connections themselves.
  registerPoolMetrics(app, db)
  if (replica) registerReplicaMetrics(app, replica)
  let reading: Promise<void> | undefined
  const { up, items, oldest, imported, succeeded, failures, commands } = createGauges(app, () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  })

  async function read() {
    const found = await readInTime(
      Promise.all([
        Promise.all(backlogs.map((source) => readBacklog(db, source))),
        listLastImports(db),
        listImportStates(db),
        listCommandSuccesses(db),
      ]),
    )
    for (const each of [items, oldest, imported, succeeded, failures, commands]) each.reset()
    up.set(found ? 1 : 0)
    const [states = [], imports = [], sources = [], times = []] = found ?? []
    states.forEach(({ waiting, givenUp, oldestSeconds }, index) => {
      const queue = backlogs[index]?.queue ?? ''
      items.set({ queue, state: 'waiting' }, waiting)
      items.set({ queue, state: 'given_up' }, givenUp)
      oldest.set({ queue }, oldestSeconds)
    })
    for (const { network, importedAt } of imports) imported.set({ network }, importedAt.getTime() / 1000)
    for (const { succeededAt, failures: failed, ...source } of sources) {
      if (succeededAt) succeeded.set(source, succeededAt.getTime() / 1000)
      failures.set(source, failed)
    }
    for (const { command, succeededAt } of times) commands.set({ command }, succeededAt.getTime() / 1000)
  }
}

/** Creates the gauges of what the database knows; `collect` sets all of them. */
function createGauges({ metrics }: FastifyInstance, collect: () => Promise<void>) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, collect, registers: [metrics] })
  const sourceLabels = ['kind', 'source', 'network'] as const
  return {
    up: gauge('portal_database_up', 'Whether the database responds in time'),
    items: gauge('portal_queue_items', 'Items in a queue: waiting, or given up', ['queue', 'state']),
    oldest: gauge('portal_queue_oldest_seconds', 'How long the oldest item has been waiting', ['queue']),
    imported: gauge(
      'portal_directory_import_timestamp_seconds',
      'When the last import of a network was completed',
      ['network'],
    ),
    succeeded: gauge(
      'portal_import_success_timestamp_seconds',
      'When an import of a source was last completed',
      sourceLabels,
    ),
    failures: gauge(
      'portal_import_failures',
      'Imports of a source that failed since its last success',
      sourceLabels,
    ),
    commands: gauge(
      'portal_command_success_timestamp_seconds',
      'When a backup or a checkpoint of the audit trail last succeeded',
      ['command'],
    ),
  }
}

function registerPoolMetrics(app: FastifyInstance, db: Database) {
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of this process to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [app.metrics],
    collect() {
      const { open, idle, waiting } = readPoolUsage(db) ?? { open: 0, idle: 0, waiting: 0 }
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function registerReplicaMetrics(app: FastifyInstance, replica: Replica) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [app.metrics],
      collect() {
        this.set(read())
      },
    })
  gauge('portal_replica_serving', 'Whether provider searches read from the replica', () =>
    Number(replica.isServing()),
  )
  gauge('portal_replica_lag_seconds', 'How old the data of the replica may be, at most', replica.lagSeconds)
}
