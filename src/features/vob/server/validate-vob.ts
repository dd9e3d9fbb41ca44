import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { CurrentClient } from '#sign-in/server/staff-principal.ts'
import { type VobForm, type VobOptions, vobOptions } from '../contract.ts'
import { messages } from '../messages.ts'
import { summarizeErrors, validateForm } from '../rules.ts'
import { findBlockedProvider, findProvider } from './provider-query.ts'

/**
 * Validates a form and returns the data of its letter. Responds with 404 if the client has no verifications of benefits
 * or no client codes, if the person cannot access the code of the case, or if the provider is not in the client's
 * searches. Responds with 422 if the form has errors or contains data of a provider without verifications.
 */
export async function validateVob(
  db: Database,
  { id, name, codes }: Pick<CurrentClient, 'id' | 'name' | 'codes'>,
  form: VobForm,
  today: string,
) {
  const { ClientCode: code } = form
  const isOwn = code === '' ? codes.length > 0 : codes.includes(code)
  const options = isOwn ? await findVobOptions(db, id) : undefined
  if (!options) throw problem(404, messages.notAvailable)
  const errors = validateForm(form, options, today)
  const message = summarizeErrors(errors)
  if (message) throw problem(422, message, { faults: errors })
  const provider = await findProvider(db, id, form)
  if (!provider) throw problem(404, messages.unknownProvider)
  const blocked = provider.hideVOB ? provider : await findBlockedProvider(db, id, form, provider)
  if (blocked) throw problem(422, blocked.vobMessage ?? messages.notForProvider)
  return { form, options, provider, client: name }
}

const row = z.object({ vob: vobOptions.nullable() })

/** Finds the options for a client's letters; undefined if the client has none. */
export async function findVobOptions(db: Database, clientId: string): Promise<VobOptions | undefined> {
  const client = await queryRow(db, row, sql`select vob from client where id = ${clientId}`, {
    isPrepared: true,
  })
  return client?.vob ?? undefined
}
