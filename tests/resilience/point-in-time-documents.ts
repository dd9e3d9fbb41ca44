import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { submitItn } from '#authorizations/backoffice-contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { type Run, terminate, waitUntilSaid } from './portal-run.ts'
import { haveSameBytes, type Opened, openAll, type Pages, withReader } from './record-reader.ts'
import { type PortalInstance, runCommand } from './restore-portal.ts'
import type { Report } from './scenario.ts'

/** What is known about the moment to restore. */
export type Moment = {
  at: string
  tables: Map<string, string>
  records: Pages[]
  opened: Opened[]
  certificate: string
  bill: object
}

/** Submits a bill with a PDF, as the back office does. Returns the request, which can be repeated. */
export async function submitBill({ owner }: DatabaseContext, { port }: PortalInstance) {
  const asked = { may: 'itns', clientIds: undefined, actor: 'scenario' } as const
  const token = await createServiceToken(owner, { name: 'intake', ...asked })
  const bill = {
    itn: 'LATER-1',
    client: 'ALP1',
    patientName: 'Sampleton, Ada',
    providerName: 'Mercy Hospital',
    serviceFrom: '2026-03-04',
    serviceTo: '2026-03-09',
    totalCharge: '1000.00',
    currency: 'USD',
    receivedAt: '2026-03-10T12:00:00Z',
    pdf: Buffer.from(await makePdf(['A later bill'])).toString('base64'),
  }
  const { outcome } = await sendBill(port, token, bill)
  if (outcome !== 'added') throw new Error(`The bill was not added: ${outcome}`)
  return bill
}

async function sendBill(port: number, token: string, bill: object) {
  const answer = await fetch(`http://127.0.0.1:${port}${submitItn.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bill),
  })
  const body: unknown = await answer.json()
  return answer.ok ? submitItn.response.parse(body) : { outcome: JSON.stringify(body) }
}

const incident = '26000009999'
/** A patient with a document that no other case has. */
export const person = 'ALP1 ONCE-1'

/** Imports the patient. Returns whether that succeeded. */
export async function importPerson(instance: PortalInstance): Promise<boolean> {
  const folder = join(instance.root, 'import')
  mkdirSync(join(folder, 'files'), { recursive: true })
  const files = {
    'patients.csv':
      'patientCode,client,lastName,firstName,dateOfBirth\nONCE-1,ALP1,Sampleton,Once,1971-02-03\n',
    'policies.csv': 'policyNumber,patientCode,effectiveDate\nPOL-ONCE-1,ONCE-1,2025-01-01\n',
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${incident},ONCE-1,POL-ONCE-1,2026-03-01,Fell,2026-03-02,\n`,
    'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd\nONCE-1,${incident},2026-03-10,1,1\n`,
    [`files/${incident}.pdf`]: await makePdf(['A document of one person']),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return (await runCommand(instance, 'import', 'cases', folder)).code === 0
}

/**
 * A person who was erased after the moment is back, without the documents, until the erasure is repeated. Until then, the
 * portal that starts is not ready.
 */
export async function checkErasure(instance: PortalInstance, { certificate }: Moment, report: Report) {
  const said = await waitUntilSaid(instance.port, /are missing/)
  report('a portal that starts on it waits for documents that were erased', /are missing/.test(said), said)
  const before = await checkStoredDocuments(instance)
  const again = await runCommand(instance, 'person', 'erase-again', certificate)
  const after = await checkStoredDocuments(instance)
  report(
    'the doctor misses only documents of the person who was erased, until the erasure is repeated',
    before.status === 'failed' && again.code === 0 && after.status === 'ok',
    `${before.found} ${again.output} ${after.found}`,
  )
}

async function checkStoredDocuments(instance: PortalInstance) {
  const { output } = await runCommand(instance, 'doctor', '--all-documents', '--json')
  const { findings } = JSON.parse(output.slice(output.indexOf('{'))) as {
    findings: { check: string; status: string; found: string }[]
  }
  const found = findings.find(({ check }) => check === 'Documents')
  return found ?? { status: 'none', found: output }
}

export async function checkDocuments(instance: PortalInstance, portal: Run, moment: Moment, report: Report) {
  const kept = await withReader(instance, async (reader, records) => {
    const numbers = new Set(records.map(({ sha256 }) => sha256))
    const at = moment.records.flatMap(({ sha256 }, index) => (numbers.has(sha256) ? [index] : []))
    const expected = at.flatMap((index) => moment.opened[index] ?? [])
    const found = await openAll(
      reader,
      at.flatMap((index) => moment.records[index] ?? []),
    )
    return { count: at.length, isSame: haveSameBytes(found, expected) }
  })
  report('documents open with the same bytes', kept.isSame && kept.count > 5, `${kept.count}`)
  const direct = await openDatabaseContext(readConfig(instance.env), 'command', () => {})
  const asked = { may: 'itns', clientIds: undefined, actor: 'scenario' } as const
  const token = await createServiceToken(direct.owner, { name: 'intake-again', ...asked })
  await direct.close()
  const files = () => readdirSync(join(instance.dataDir, 'documents'), { recursive: true }).length
  const stored = files()
  const { outcome } = await sendBill(instance.port, token, moment.bill)
  report(
    'a bill that came after the moment can be submitted again, with the document that is still there',
    outcome === 'added' && files() === stored,
    outcome,
  )
  report('SIGTERM stops the portal', (await terminate(portal)) === 0)
}
