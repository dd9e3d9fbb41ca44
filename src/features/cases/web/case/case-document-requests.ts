import type { DocumentRequest } from '#platform/web/document/document-request.ts'
import { type CaseDocument, type MedicalRecord, openCaseDocument, openMedicalRecord } from '../../contract.ts'

/**
 * The request of pages of an incident's file, and the one that opens only the first of them, for the picture in the feed
 * (`feed-entries.tsx`).
 */
type PageRequest = DocumentRequest & { firstPage: DocumentRequest }

type RecordPages = Pick<MedicalRecord, 'pageStartNumber' | 'pageEndNumber'>
type DocumentPages = Pick<CaseDocument, 'pageStart' | 'pageEnd'>

export function createRecordRequest(IncidentNumber: string, pages: RecordPages): PageRequest {
  const { path } = openMedicalRecord
  const PageStartNumber = String(pages.pageStartNumber)
  const start = { IncidentNumber, PageStartNumber }
  return {
    path,
    fields: { ...start, PageEndNumber: String(pages.pageEndNumber) },
    firstPage: { path, fields: { ...start, PageEndNumber: PageStartNumber } },
  }
}

export function createCaseDocumentRequest(IncidentNumber: string, pages: DocumentPages): PageRequest {
  const { path } = openCaseDocument
  const PageStart = String(pages.pageStart)
  const start = { IncidentNumber, PageStart }
  return {
    path,
    fields: { ...start, PageEnd: String(pages.pageEnd) },
    firstPage: { path, fields: { ...start, PageEnd: PageStart } },
  }
}
