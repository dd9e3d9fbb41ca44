import pg from 'pg'
import type { Log } from '../config/log.ts'
import {
  connectionSettings,
  type DatabaseAddress,
  isWorthAnotherServer,
  listServers,
  moreSpecificError,
  nameStatements,
  type SessionOptions,
  startSession,
  watchServer,
} from './pg-client.ts'

type PoolOptions = SessionOptions & { connections: number; log?: Log }

/** The source of connections for queries. */
export type Pool = Pick<pg.Pool, 'end' | 'options'> & {
  connect(): Promise<pg.PoolClient>
  /** How many connections are open, how many of them are idle, and how many requests wait for one. */
  usage(): PoolUsage
}
export type PoolUsage = { open: number; idle: number; waiting: number }

const freeConnectionTimeoutMs = 20_000
const idleTimeoutMs = 10 * 60_000
const keptOpen = 2

/**
 * A pool whose sessions all have the role, timeouts and server that the address requires. A connection that
 * breaks, or whose server goes silent or read-only, leaves the pool; the next one opens on the first server that
 * accepts writes.
 */
export function openPool(address: DatabaseAddress, options: PoolOptions): Pool {
  const servers = listServers(address)
  let current = 0
  const Client = class extends pg.Client {
    constructor() {
      super({ ...address, ...connectionSettings(options), ...servers[current] })
    }
  }
  const pool = new pg.Pool({
    ...address,
    Client,
    max: options.connections,
    min: Math.min(keptOpen, options.connections),
    connectionTimeoutMillis: freeConnectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    onConnect: (client) => startSession(client, address, options),
  })
  // When one connection finds its server unusable, all that are open leave the pool as they are taken from it, and the
  // next one opens on another server if there is one: a silent server would let it wait.
  let generation = 0
  const generations = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => {
    generations.set(client, generation)
    prepareClient(client, () => {
      if (generations.get(client) !== generation) return
      generation += 1
      current = (current + 1) % servers.length
    })
  })
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle database connection broke'))

  async function takeCurrent(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }

  /** Tries the servers in turn, starting with the last one that worked. */
  async function connect(): Promise<pg.PoolClient> {
    let failure: unknown
    for (const _ of servers) {
      const tried = current
      try {
        return await takeCurrent()
      } catch (error) {
        if (isPoolExhausted(error) || !isWorthAnotherServer(error)) throw error
        if (current === tried) current = (tried + 1) % servers.length
        failure = moreSpecificError(failure, error)
      }
    }
    throw failure
  }
  const usage = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { connect, end: () => pool.end(), options: pool.options, usage }
}

/** A connection that breaks in use fails its query; without a listener, the error would end the process. */
function prepareClient(client: pg.PoolClient, onUnusable: () => void) {
  client.on('error', () => {})
  watchServer(client as unknown as pg.Client, onUnusable)
  nameStatements(client as unknown as pg.Client)
}

const isPoolExhausted = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'
