import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { createVob, getVobData, previewVob, vobForm } from '#vob/contract.ts'
import { createStaffClient } from './portal-staff.ts'

export type IssuedVob = { number: string; pdf: Uint8Array }

const provider = z.object({
  hash: z.string(),
  name: z.string(),
  phone: z.string(),
  tin: z.string(),
  addressOne: z.string(),
})

/** Signs in a staff user of alpine on a portal with demo data who previews and issues letters. */
export async function createVobIssuer(db: Database, address: string) {
  const { send, open } = await createStaffClient(db, address, 'scenario')
  const offered = await send(getVobData.path, { providerSearchType: 'secureDomestic' })
  const form = await formFor(db, getVobData.response.parse(await offered.json()))
  const preview = async () => {
    const answer = await send(previewVob.path, form)
    if (!answer.ok) throw new Error(`A preview returned ${answer.status}.`)
    return answer.arrayBuffer()
  }
  /** Undefined if the portal did not respond. */
  const issue = async (): Promise<IssuedVob | undefined> => {
    try {
      const answer = await open(createVob.path, form)
      const [number] = /VOB-\d{4}-\d{6}/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      return number === undefined ? undefined : { number, pdf: new Uint8Array(await answer.arrayBuffer()) }
    } catch {
      return undefined
    }
  }
  return { preview, issue }
}

async function formFor(db: Database, offer: z.output<typeof getVobData.response>) {
  const found = await queryRow(
    db,
    provider,
    sql`
    select hash, name, phone, tin, address_one as "addressOne"
      from provider
     where network_code = 'secureDomestic' and not hide_vob and phone is not null and tin is not null
     limit 1`,
  )
  const first = (labels: Record<string, string>) => Object.keys(labels)[0] ?? ''
  return vobForm.parse({
    providerName: found?.name,
    ProviderHash: found?.hash,
    providerPhone: found?.phone,
    providerTaxId: found?.tin,
    providerAddress: found?.addressOne,
    providerCityStateZip: 'Miami, FL 33131',
    patientLastName: 'Sampleton',
    patientFirstName: 'Zoë',
    patientDOB: '1964-02-29',
    policyFrom: '2026-01-01',
    policyTo: '2026-12-31',
    patientPolicyNumber: 'ATI-2026-00417',
    groupId: first(offer.groups),
    dateOfService: '2026-11-23',
    reference: 'Acute appendicitis',
    clientName: first(offer.carriers),
    clientMailingAddress: first(offer.mailing),
    clientPhone: first(offer.phoneNumbers),
    sincerely: offer.sincerely,
    ProviderDiscountNetwork: 'secureDomestic',
    ProviderSearchType: 'secureDomestic',
    ProviderSearchCode: 'secureDomestic',
  })
}
