import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ViewedClient } from '#sign-in/server/staff-principal.ts'
import type { VobForm } from '../contract.ts'
import { messages } from '../messages.ts'
import { faultsOf, sentenceFor } from '../rules.ts'
import { hiddenBehind } from './blocked-provider-query.ts'
import { providerOf } from './provider-query.ts'
import { offerOf } from './vob-options-query.ts'

/**
 * Validates a form and returns its data. Rejects a client without verifications of benefits or
 * client codes (404), errors in the form (422), a provider outside the client's searches (404), and
 * a form with any data of a provider without verifications (422).
 */
export async function validateVob(
  db: Database,
  { id, name, codes }: Pick<ViewedClient, 'id' | 'name' | 'codes'>,
  form: VobForm,
  today: string,
) {
  const offer = codes.length > 0 ? await offerOf(db, id) : undefined
  if (!offer) throw problem(404, messages.notOffered)
  const faults = faultsOf(form, offer, today)
  const sentence = sentenceFor(faults)
  if (sentence) throw problem(422, sentence, { faults })
  const provider = await providerOf(db, id, form)
  if (!provider) throw problem(404, messages.unknownProvider)
  const hidden = provider.hideVOB ? provider : await hiddenBehind(db, id, form, provider)
  if (hidden) throw problem(422, hidden.vobMessage ?? messages.notForProvider)
  return { form, offer, provider, client: name }
}
