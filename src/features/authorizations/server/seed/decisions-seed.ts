import { createHash } from 'node:crypto'
import { type Database, execute, sql, withScope } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { developmentIssuer } from '#sign-in/server/identity-provider.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { decide } from '../decide.ts'
import type { DecideCommand } from '../decision-queries.ts'

/** The demo client that decides, and two people of it. */
export const decidingClient = 'alpine'
export const decidingPerson = { username: decidingClient, name: 'Albert Alpine' }
export const colleague = { username: 'alpine-colleague', name: 'Cora Alpine' }
type DemoPerson = typeof colleague

export const demoCaller = { address: '', reference: 'demo data' }

/** Adds a person of the client, as if they had signed in. */
export async function addDemoPerson(owner: Database, { username: subject, name }: DemoPerson) {
  const email = `${subject}@example.com`
  const id = await upsertUser(owner, { issuer: developmentIssuer, subject, name, email })
  await execute(owner, sql`update staff_user set last_client_id = ${decidingClient} where id = ${id}`)
  return id
}

/**
 * Makes a decision as people of the client do: a large approval stays a proposal until the second of them confirms it.
 * Its key keeps a repeated load from deciding again.
 */
export async function decideDemoBill(
  { owner }: DatabaseContext,
  { itn, decision, at }: Pick<DecideCommand, 'itn' | 'decision' | 'at'>,
  people: readonly DemoPerson[],
) {
  const scope = await findClientScope(owner, decidingClient)
  const key = { text: `demo-${itn}`, hash: createHash('sha256').update(itn).digest() }
  for (const person of people) {
    const id = await addDemoPerson(owner, person)
    const command = { itn, round: undefined, decision, user: { id, name: person.name }, key, at }
    const context = { caller: { ...demoCaller, actor: id }, timeZone: 'UTC' }
    const response = await withScope(owner, scope, (db) => decide(db, command, context))
    if (response?.status !== 200) throw new Error(`Demo bill ${itn}: ${response?.message ?? 'not found'}`)
    if (!response.members?.isProposal) return
  }
}
