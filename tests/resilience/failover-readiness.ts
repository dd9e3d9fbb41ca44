import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const sampleMs = 50
const answerMs = 1_000
const readyMs = 10_000
/** A server may accept writes this long before the next look at it. */
const slackMs = 250
const limits = { query_timeout: answerMs, connectionTimeoutMillis: answerMs }
/** An order to a server has to succeed, however busy the machine is. */
const orderMs = 30_000
const orderLimits = { query_timeout: orderMs, connectionTimeoutMillis: orderMs }

type Answer = { askedAt: number; answeredAt: number; isReady: boolean }

/** Asks every server, as its superuser, whether it accepts writes, and every portal whether it is ready, until it is stopped. */
export function watchReadiness(servers: readonly pg.ClientConfig[], portals: readonly number[]) {
  let isOver = false
  const writableAt: number[] = []
  const answers: Answer[] = []
  const watchServer = async (server: pg.ClientConfig) => {
    while (!isOver) {
      const client = new pg.Client({ ...server, ...limits })
      client.on('error', () => {})
      const watch = async () => {
        await client.connect()
        while (!isOver) {
          const { rows } = await client.query(`select current_setting('transaction_read_only') as value`)
          if (rows[0].value === 'off') writableAt.push(performance.now())
          await pause(sampleMs)
        }
      }
      await watch().catch(() => pause(sampleMs))
      client.connection.stream.destroy()
    }
  }
  const watchPortal = async (port: number) => {
    while (!isOver) {
      const askedAt = performance.now()
      const isReady = await askReadiness(port)
      answers.push({ askedAt, answeredAt: performance.now(), isReady })
      await pause(sampleMs)
    }
  }
  const running = Promise.all([...servers.map(watchServer), ...portals.map(watchPortal)])
  return {
    /** Stops, and returns how often portals were ready, and how long after the last server accepted writes. */
    async stop() {
      isOver = true
      await running
      const ready = answers.filter(({ isReady }) => isReady)
      const longestMs = findLongestStaleness(ready, writableAt)
      return { ready: ready.length, refused: answers.length - ready.length, longestMs }
    },
  }
}

/** How long before a portal was asked the last server accepted writes, at most. Both lists are in the order of time. */
function findLongestStaleness(ready: readonly Answer[], writableAt: readonly number[]): number {
  let [longestMs, next] = [0, 0]
  for (const { askedAt, answeredAt } of ready) {
    while ((writableAt[next] ?? Number.POSITIVE_INFINITY) <= answeredAt + slackMs) next += 1
    longestMs = Math.max(longestMs, askedAt - (writableAt[next - 1] ?? 0))
  }
  return longestMs
}

export const askReadiness = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(readyMs) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

/** Makes a server read-only, or writable again, without ending its sessions. */
export async function setReadOnly(server: pg.ClientConfig, isReadOnly: boolean) {
  const client = new pg.Client({ ...server, ...orderLimits })
  await client.connect()
  await client.query(
    isReadOnly
      ? 'alter system set default_transaction_read_only = on'
      : 'alter system reset default_transaction_read_only',
  )
  await client.query('select pg_reload_conf()')
  await client.end()
}
