import { createDocumentRequest } from '#platform/web/document/document-request.ts'
import { openCaseDocument, openMedicalRecord } from '../../contract.ts'

/** The request of pages of a medical record, in the file of its incident. */
export const createRecordRequest = (IncidentNumber: string, first: number, last: number) =>
  createDocumentRequest(openMedicalRecord, {
    IncidentNumber,
    PageStartNumber: String(first),
    PageEndNumber: String(last),
  })

/** The request of pages of a case document, in the file of its incident. */
export const createCaseDocumentRequest = (IncidentNumber: string, first: number, last: number) =>
  createDocumentRequest(openCaseDocument, {
    IncidentNumber,
    PageStart: String(first),
    PageEnd: String(last),
  })
