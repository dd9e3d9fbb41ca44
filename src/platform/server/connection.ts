import pg from 'pg'

/**
 * A connection, not yet opened. One that breaks fails its queries, and is closed by whoever uses it; without a
 * listener its breaking would end the process.
 */
export function connectionTo(address: pg.ClientConfig): pg.Client {
  const client = new pg.Client(address)
  client.on('error', () => {})
  return client
}
