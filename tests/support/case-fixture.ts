import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { casesPart } from '#cases/server/cases-seed.ts'
import { caseFolder } from '#cases/server/import/case-files.ts'
import { type CaseImport, importCases } from '#cases/server/import/import-cases.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { rejectsFile } from '#platform/import/rejects.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'

/** The demo cases, for features that depend on them. */
export const demoCases = casesPart

/** The tables that a case import writes. `smallCases` plus an incident's file add rows to each. */
export const caseTables = [
  'patient',
  'policy',
  'incident',
  'document_file',
  'medical_record',
  'case_document',
  'bill',
  'note',
] as const

/** File contents by path in the folder. */
type Files = Record<string, string | Uint8Array>

/** A fixture for case imports in tests: files in, imported and rejected rows out. */
export async function createCaseFixture(
  databaseContext: DatabaseContext,
  dataDir?: string,
  options: Parameters<typeof openDocumentService>[1] = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'cases-'))
  const documentService = openDocumentService(dataDir ?? root, options)
  let folders = 0

  return {
    root,
    documentService,
    /** Imports files as a folder. `rejects` are the lines of its rejects files without the headers. */
    async import(files: Files, watching: Pick<CaseImport, 'onStatus' | 'progress' | 'warn'> = {}) {
      folders += 1
      const path = join(root, `folder-${folders}`)
      await mkdir(join(path, 'files'), { recursive: true })
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), content)
      }
      const results = await importCases(databaseContext, {
        folder: await caseFolder(path),
        documentService,
        actor: 'test',
        openRejects: (file) =>
          rejectsFile(rejectsPath(path, file), file === 'files' ? ['file'] : file.header),
        ...watching,
      })
      const lines = await Promise.all(
        results.map(({ name }) => readRejects(join(path, `${name}.rejects.csv`))),
      )
      return { results, rejects: lines.flat() }
    },
    close: () => {
      documentService.close()
      return rm(root, { recursive: true, force: true })
    },
  }
}

const rejectsPath = (folder: string, file: 'files' | { name: string }) =>
  file === 'files' ? join(folder, 'files.rejects.csv') : `${file.name}.rejects.csv`

const readRejects = async (path: string) =>
  (await readFile(path, 'utf8').catch(() => '')).split('\r\n').slice(1, -1)

/** A small case folder: two patients of one client. One has two incidents, one of which has rows of every kind. */
export const smallCases = (code = 'ACME1') => ({
  'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
P1,${code},Sampleton,Ada,1980-05-06
P2,${code},Mockbury,Zoë,2/29/1992
`,
  'policies.csv': `policyNumber,patientCode,effectiveDate
POL-1,P1,2025-01-01
POL-2,P2,
`,
  'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary
24000000017,P1,POL-1,2026-03-01,Fell from a ladder,2026-03-02,"Broke a wrist, was operated."
24000000018,P1,POL-1,2026-04-01,Fever,2026-04-02,
`,
  'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd
R2,24000000017,2026-03-10,3,3
R1,24000000017,2026-03-05,1,2
`,
  'documents.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd
D1,24000000017,2026-03-06,4,5
`,
  'bills.csv': `itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd
ITN2,24000000017,Mercy Hospital,2026-03-04,2026-03-09,USD,1250.5,900.25,2026-04-01,Paid,6,6
ITN1,24000000017,Dr. Draft,2026-03-01,2026-03-01,EUR,100,,,Received,,
`,
  'notes.csv': `id,incidentNumber,timestamp,type,author,noteText
N2,24000000017,2026-03-04T10:00:00-05:00,Call,M. Draftwick,Called the clinic.
N1,24000000017,2026-03-02T08:30:00Z,Intake,A. Sampleton,"<script>alert(1)</script>
Second line"
`,
})
