import { inject } from 'vitest'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createTemplateOnce } from './database.ts'
import { openPortal } from './portal-fixture.ts'
import { createRosterFixture } from './roster-fixture.ts'

export const hospital = '282N00000X'
export const cardiology = '207RC0000X'

/** A portal with eight providers: in Miami and Tampa, in Jamaica, Switzerland and Monaco. */
export async function openSmallDirectory() {
  await createTemplateOnce(inject('testServer'), templateWithProviders, addProviders)
  return openPortal({}, templateWithProviders)
}

const templateWithProviders = 'portal_template_with_providers'

async function addProviders(databaseContext: DatabaseContext) {
  const fixture = createRosterFixture({ databaseContext })
  const { rejects } = await fixture.import(roster)
  await fixture.close()
  if (rejects.length > 0) throw new Error(rejects.join('\n'))
}

const roster = `id,name,tin,city,state,country,zipcode,providerType,network,latitude,longitude,preferred
1,Ålesund Clinic,12-3456789,Miami,FL,US,33131,${hospital},publicDomestic,25.775,-80.19,false
2,Mercy Hospital,,Miami,FL,US,33131,${hospital},publicDomestic,25.77,-80.19,true
3,Mercy Heart Group,,Miami,FL,US,33131,${cardiology},publicDomestic,25.78,-80.19,false
4,Jackson Clinic,,Tampa,FL,US,33602,${hospital},publicDomestic,27.95,-82.46,false
5,Local Clinic,98-7654321,Miami,FL,US,33131,${hospital},domesticLocal,25.77,-80.19,false
6,Kingston Hospital,,Kingston,JM-17,JM,,${hospital},core,17.997,-76.793,false
7,Zürich Klinik,,Zürich,CH-ZH,CH,,${cardiology},core,47.37,8.54,false
8,Monaco Clinic,,Monaco,,MC,,${hospital},global,43.73,7.42,false`

/** The names in a search response, in order. */
export const namesOf = (response: { json(): { results: { name: string }[] } }) =>
  response.json().results.map(({ name }) => name)
