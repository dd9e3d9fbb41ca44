import type { Document } from '#platform/web/document/document-window.ts'
import { type CaseDocument, type MedicalRecord, openCaseDocument, openMedicalRecord } from '../../contract.ts'

/** The form post that opens pages of an incident's file, and the one that opens only the first of them. */
type DocumentPost = Document & { firstPage: Document }

type RecordPages = Pick<MedicalRecord, 'pageStartNumber' | 'pageEndNumber'>
type DocumentPages = Pick<CaseDocument, 'pageStart' | 'pageEnd'>

/** Creates the form post of a medical record. */
export function createRecordPost(IncidentNumber: string, pages: RecordPages): DocumentPost {
  const { path } = openMedicalRecord
  const PageStartNumber = String(pages.pageStartNumber)
  const start = { IncidentNumber, PageStartNumber }
  return {
    path,
    fields: { ...start, PageEndNumber: String(pages.pageEndNumber) },
    firstPage: { path, fields: { ...start, PageEndNumber: PageStartNumber } },
  }
}

/** Creates the form post of a case document. */
export function createDocumentPost(IncidentNumber: string, pages: DocumentPages): DocumentPost {
  const { path } = openCaseDocument
  const PageStart = String(pages.pageStart)
  const start = { IncidentNumber, PageStart }
  return {
    path,
    fields: { ...start, PageEnd: String(pages.pageEnd) },
    firstPage: { path, fields: { ...start, PageEnd: PageStart } },
  }
}
