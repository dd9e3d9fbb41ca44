import { once } from 'node:events'
import { request } from 'node:http'
import pg from 'pg'
import { ask, type Credentials } from './etcd-cluster.ts'
import { installation } from './external-server.ts'
import { type PatroniCluster, patroniLogin, replicationLogin } from './patroni-cluster.ts'
import type { Report } from './scenario.ts'

/** Reports whether strangers on the network of the cluster are refused, and its own hosts are not. */
export async function checkAccess(cluster: PatroniCluster, report: Report) {
  const { ca, ...own } = cluster.credentials
  for (const [at, port] of cluster.etcdPorts.entries()) {
    const outcomes = [
      await describeOutcome(ask(port, '/version', { ca, ...own })),
      await describeOutcome(ask(port, '/version', { ca })),
      await describeOutcome(askPlainly(port, '/version')),
    ]
    const [host, ...strangers] = outcomes
    report(
      `etcd${at + 1} answers only with a certificate of the cluster`,
      host === '200' && strangers.every((each) => !/^\d/.test(each) || each === '400'),
      outcomes.join('; '),
    )
  }
  for (const [at, port] of cluster.apiPorts.entries())
    await checkPatroni(port, cluster.credentials, `db${at + 1}`, report)
  for (const [at, port] of cluster.ports.entries())
    await checkDatabase(port, cluster.credentials, `db${at + 1}`, report)
}

/** A request without its body: Patroni refuses it with 400 once it knows who sent it. */
async function checkPatroni(port: number, { ca }: Credentials, host: string, report: Report) {
  const change = (auth?: string) =>
    describeOutcome(ask(port, '/switchover', { ca, method: 'POST', ...(auth ? { auth } : {}) }))
  const { username, password } = patroniLogin
  const outcomes = [
    await change(`${username}:${password}`),
    await change(),
    await change(`${username}:guessed`),
  ]
  report(
    `Patroni of ${host} changes the cluster only with its password`,
    outcomes.join() === '400,401,401',
    outcomes.join(),
  )
  const plain = await describeOutcome(askPlainly(port, '/cluster'))
  report(`Patroni of ${host} says nothing without TLS`, !/^\d/.test(plain), plain)
}

async function checkDatabase(port: number, { ca }: Credentials, host: string, report: Report) {
  const ssl = { ca }
  const { username: user, password } = replicationLogin
  const attempts: [string, pg.ClientConfig, RegExp][] = [
    [
      'the superuser',
      { user: 'postgres', password: 'any', database: 'postgres', ssl },
      /no pg_hba\.conf entry/,
    ],
    ['the login of the portals without TLS', { ...installation }, /no pg_hba\.conf entry .*no encryption/],
    [
      'the login of the portals in another database',
      { ...installation, database: 'postgres', ssl },
      /no pg_hba/,
    ],
    [
      'the login of the portals with a wrong password',
      { ...installation, password: 'guessed', ssl },
      /password auth/,
    ],
    ['the login of the standby in a database', { user, password, database: 'postgres', ssl }, /no pg_hba/],
  ]
  for (const [who, config, refusal] of attempts) {
    const outcome = await describeOutcome(connect({ host: '127.0.0.1', port, ...config }))
    report(`PostgreSQL of ${host} refuses ${who} over the network`, refusal.test(outcome), outcome)
  }
}

async function connect(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  await client.connect()
  await client.end()
  return { status: 0 }
}

async function askPlainly(port: number, path: string) {
  const sent = request({ host: '127.0.0.1', port, path, agent: false }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return { status: Number(answer.statusCode) }
}

/** The status of the answer, or why there is none. */
const describeOutcome = (answer: Promise<{ status: number }>): Promise<string> =>
  answer.then(
    ({ status }) => String(status),
    (error) => String(error instanceof pg.DatabaseError ? error.message : error.code),
  )
