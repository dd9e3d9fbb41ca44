import { createHash } from 'node:crypto'
import { openMedicalRecord } from '#cases/contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { searchProviders } from '#provider-search/contract.ts'
import { createStaffClient } from './portal-staff.ts'
import { queryAllRows } from './restore-compare.ts'
import type { PortalInstance } from './restore-portal.ts'
import type { Report } from './scenario.ts'

const sampleSize = 20

const searches = [
  {
    providerSearchCode: 'publicDomestic',
    zipCode: '33131',
    latitude: 25.77,
    longitude: -80.19,
    rangeInKM: 40,
  },
  { providerSearchCode: 'publicDomestic', state: 'FL', name: 'medcal center' },
  { providerSearchCode: 'sagicorJamaica', country: 'JM', latitude: 17.97, longitude: -76.79, rangeInKM: 200 },
  { providerSearchCode: 'aetnaInternational', country: 'DE', rangeInKM: 0 },
]

/** Checks that the same searches find the same providers and the same documents have the same bytes. */
export async function compareResponses(original: PortalInstance, restored: PortalInstance, report: Report) {
  const found = await Promise.all([original, restored].map(searchResults))
  const isSameFound = found[0]?.text === found[1]?.text && found[1]?.counts.every((count) => count > 0)
  report('the same searches find the same providers', isSameFound === true, found[1]?.counts.join(', '))
  const records = await queryAllRows(original, async (client) => {
    const { rows } = await client.query<Pages>(
      `select incident_number as number, page_start as first, page_end as last
         from medical_record where client_code like 'ALP%' order by md5(incident_number || id) limit ${sampleSize}`,
    )
    return rows
  })
  const opened = [await documentHashes(original, records), await documentHashes(restored, records)]
  const isSame = opened[0]?.join() === opened[1]?.join()
  report(`${sampleSize} documents open with the same bytes`, isSame && !opened[1]?.includes(''))
}

type Pages = { number: string; first: number; last: number }

async function searchResults({ port }: PortalInstance) {
  const texts: string[] = []
  for (const search of searches) {
    const answer = await fetch(`http://127.0.0.1:${port}${searchProviders.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...search, providerType: '0000000000' }),
    })
    texts.push(await answer.text())
  }
  const counts = texts.map((text) => searchProviders.response.parse(JSON.parse(text)).results.length)
  return { text: texts.join('\n'), counts }
}

/** The hash of each document, or an empty string if it did not open. */
async function documentHashes(
  { dataDir, port }: PortalInstance,
  records: readonly Pages[],
): Promise<string[]> {
  const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const ada = await createStaffClient(databaseContext.app, `http://127.0.0.1:${port}`, 'Ada')
    const hashes: string[] = []
    for (const { number, first, last } of records) {
      const fields = { IncidentNumber: number, PageStartNumber: `${first}`, PageEndNumber: `${last}` }
      const answer = await ada.open(openMedicalRecord.path, fields)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isPdf = answer.ok && bytes.subarray(0, 5).toString() === '%PDF-'
      hashes.push(isPdf ? createHash('sha256').update(bytes).digest('hex') : '')
    }
    return hashes
  } finally {
    await databaseContext.close()
  }
}
