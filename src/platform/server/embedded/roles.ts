import type pg from 'pg'
import { createClient } from '../pg-client.ts'
import type { Passwords } from './passwords.ts'

/** Creates the roles and the database of the portal if they are missing. */
export async function createRoles(superuser: pg.ClientConfig, passwords: Passwords): Promise<void> {
  const client = createClient({ ...superuser, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname in ('portal_owner', 'portal_app')
       union all select 'database' from pg_database where datname = 'portal'`,
    )
    const there = new Set(rows.map(({ name }) => name))
    if (!there.has('portal_owner')) await client.query(roleStatement(client, 'portal_owner', passwords.owner))
    if (!there.has('portal_app')) await client.query(roleStatement(client, 'portal_app', passwords.app))
    if (!there.has('database')) await client.query('create database portal owner portal_owner')
  } finally {
    await client.end()
  }
}

function roleStatement(client: pg.Client, name: string, password: string): string {
  return `create role ${name} login password ${client.escapeLiteral(password)}`
}
