import { z } from 'zod'
import { openMedicalRecord } from '#cases/contract.ts'
import { logMemberIn, openIdCard } from '#members/contract.ts'
import { findSampleCard } from '#members/server/members-seed.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type Database, queryRow, sql, withScope } from '#platform/db/database.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { openReport } from '#reports/contract.ts'
import { demoPassword } from '#sign-in/server/demo-accounts.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { createStaffClient } from './portal-staff.ts'
import type { Report } from './scenario.ts'

type Running = { address: string; env: Record<string, string> }

/** Opens a page and one document of each worker: an extract, a report and an ID card. */
export async function checkDocuments({ address, env }: Running, report: Report): Promise<void> {
  const page = await fetch(address).then((answer) => answer.text())
  report('the portal serves its pages', page.includes('<div id="root"'))
  const databaseContext = await openDatabaseContext(readConfig(env), 'command', () => {})
  try {
    const ada = await createStaffClient(databaseContext.app, address, 'Ada')
    const extract = await ada.open(openMedicalRecord.path, await findRecord(databaseContext.app))
    report('an extract of a stored document opens', await isPdf(extract), `${extract.status}`)
    const order = { Clients: 'ALP1', StartDate: '2020-01-01', EndDate: '2030-01-01', ReportCode: 'SAVINGS' }
    const savings = await ada.open(openReport.path, order)
    report('a report opens', await isPdf(savings), `${savings.status}`)
    const card = await openCard(address, (await findSampleCard(databaseContext.app)) ?? {})
    report('an ID card opens', await isPdf(card), `${card.status}`)
  } finally {
    await databaseContext.close()
  }
}

async function openCard(address: string, card: Record<string, string>): Promise<Response> {
  const login = await fetch(`${address}${logMemberIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'alpine-member', Password: demoPassword }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const body = new URLSearchParams(card)
  return fetch(`${address}${openIdCard.path}`, { method: 'POST', headers: { cookie, origin: address }, body })
}

const record = z.object({ number: z.string(), first: z.number(), last: z.number() })

async function findRecord(db: Database): Promise<Record<string, string>> {
  const scope = await findClientScope(db, 'alpine')
  const found = await withScope(db, scope, (scoped) =>
    queryRow(
      scoped,
      record,
      sql`select incident_number as number, page_start as first, page_end as last from medical_record limit 1`,
    ),
  )
  if (!found) throw new Error('The demo data has no medical record.')
  const { number, first, last } = found
  return { IncidentNumber: number, PageStartNumber: `${first}`, PageEndNumber: `${last}` }
}

const isPdf = async (answer: Response): Promise<boolean> =>
  answer.ok &&
  Buffer.from(await answer.arrayBuffer())
    .subarray(0, 5)
    .toString() === '%PDF-'
