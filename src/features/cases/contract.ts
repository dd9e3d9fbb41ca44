import { z } from 'zod'
import type { Feature } from '#clients/contract.ts'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { day } from '#platform/contract/value-schemas.ts'

/**
 * The types of patient search: last name, date of birth, policy, ITN or incident number (second
 * specification, section 5).
 */
export const searchType = z.enum(['NAMEL', 'DOB', 'POLICY', 'ITN', 'CLAIMNO'])
export type SearchType = z.infer<typeof searchType>

/** The kinds of activity to search for: all, medical records, case documents, bills, notes or new incidents. */
export const activityKind = z.enum(['ALL', 'MR', 'CASE', 'BILLS', 'NOTES', 'NEW'])
export type ActivityKind = z.infer<typeof activityKind>

/** The two searches; either one grants access to case contents. */
export const eitherSearch: readonly Feature[] = ['patientSearch', 'currentActivity']

/** An incident with its patient. A patient without incidents is one row whose incident fields are null. */
export const caseRow = z.object({
  /** The row's key: opaque and stable across requests. */
  hash: z.string(),
  /** "Last, First". */
  patientName: z.string(),
  patientCode: z.string(),
  dateOfBirth: day,
  /** The client's code; `carrier` is the client's label. */
  client: z.string(),
  carrier: z.string(),
  policyNumber: z.string().nullable(),
  effectiveDate: day.nullable(),
  incidentNumber: z.string().nullable(),
  dateOfIncident: day.nullable(),
  incidentDescription: z.string().nullable(),
  enterDate: day.nullable(),
  hasMedicalRecords: z.boolean(),
  hasCaseSummary: z.boolean(),
  hasCaseDocuments: z.boolean(),
  hasBills: z.boolean(),
  hasNotes: z.boolean(),
})
export type CaseRow = z.infer<typeof caseRow>

/** The activity of an incident within the range and the kinds of a search, and its last time. */
export const caseActivity = z.object({
  /** Whether the incident was entered in the range. */
  isNew: z.boolean(),
  medicalRecords: z.int().nonnegative(),
  caseDocuments: z.int().nonnegative(),
  bills: z.int().nonnegative(),
  notes: z.int().nonnegative(),
  lastDay: day,
  /** The time of the last note, if it was written on that day: an instant in ISO 8601 format, in UTC ("Z"). */
  lastNoteAt: z.string().nullable(),
})
export type CaseActivity = z.infer<typeof caseActivity>

const activeCaseRow = caseRow.extend({ activity: caseActivity.optional() })
export type ActiveCaseRow = z.infer<typeof activeCaseRow>

const caseRows = z.object({
  patients: z.array(caseRow),
  /** The message to show when there are more rows than the response limit. */
  notice: z.string().nullable(),
})

const code = z.string().trim().max(20)

/** Client codes separated by commas. They only narrow the results; without any, all are searched. */
const client = z.string().max(4000).default('')

export const searchPatients = endpoint({
  method: 'POST',
  path: '/api/patients',
  access: 'staff',
  features: [['patientSearch']],
  summary: 'Incidents of matching patients, by patient name.',
  request: z.object({
    searchTerm: z.string().trim().max(200).default(''),
    searchType,
    client,
  }),
  response: caseRows,
})

export const listCurrentActivity = endpoint({
  method: 'POST',
  path: '/api/currentActivity',
  access: 'staff',
  features: [['currentActivity']],
  summary:
    'Incidents with activity of the chosen kinds between two days, by patient name: the first thousand by name or, on request, the thousand with the newest activity.',
  request: z.object({
    /** Days as YYYY-MM-DD or M/D/YYYY. */
    startDate: z.string().trim().max(10).default(''),
    endDate: z.string().trim().max(10).default(''),
    clients: z.array(code).max(500).default([]),
    activityList: z.array(activityKind).max(10).default([]),
    /** Whether the newest activity decides which cases are returned if there are too many. */
    newestFirst: z.boolean().default(false),
  }),
  response: caseRows.extend({ patients: z.array(activeCaseRow) }),
})

export const incidentNumberLength = 11
export const incidentNumber = z.string().trim().length(incidentNumberLength)

/** Identifies an incident; patient and client, if given, must match it. */
export const incidentKey = z.object({
  incidentNumber,
  patientCode: z.string().trim().max(40).default(''),
  client,
})
export type IncidentKey = z.input<typeof incidentKey>

export const medicalRecord = z.object({
  id: z.string(),
  dateAdded: day,
  /** "3-7", or "3" for one page. */
  pageNumbers: z.string(),
  pageStartNumber: z.number().int(),
  pageEndNumber: z.number().int(),
})
export type MedicalRecord = z.infer<typeof medicalRecord>

export const listMedicalRecords = endpoint({
  method: 'POST',
  path: '/api/medicalrecords',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The medical records of an incident, oldest first.',
  request: incidentKey,
  response: z.object({ medicalRecords: z.array(medicalRecord) }),
})

export const caseDocument = z.object({
  id: z.string(),
  dateAdded: day,
  /** "3-7", or "3" for one page. */
  pageNumbers: z.string(),
  pageStart: z.number().int(),
  pageEnd: z.number().int(),
})
export type CaseDocument = z.infer<typeof caseDocument>

export const listCaseDocuments = endpoint({
  method: 'POST',
  path: '/api/casedocuments',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The case documents of an incident, oldest first.',
  request: incidentKey,
  response: z.object({ caseDocuments: z.array(caseDocument) }),
})

/** A page number, clamped to 0–1,000,000, so that a number out of range simply matches no record. */
const page = z.coerce
  .number()
  .int()
  .transform((number) => Math.min(Math.max(number, 0), 1_000_000))

export const openMedicalRecord = endpoint({
  method: 'POST',
  path: '/api/medicalrecord',
  access: 'staff',
  features: [eitherSearch],
  form: true,
  summary: 'The pages of one medical record, as a PDF.',
  request: z.object({ IncidentNumber: incidentNumber, PageStartNumber: page, PageEndNumber: page }),
  response: binaryResponse('application/pdf'),
})

export const openCaseDocument = endpoint({
  method: 'POST',
  path: '/api/casedocument',
  access: 'staff',
  features: [eitherSearch],
  form: true,
  summary: 'The pages of one case document, as a PDF.',
  request: z.object({ IncidentNumber: incidentNumber, PageStart: page, PageEnd: page }),
  response: binaryResponse('application/pdf'),
})

export const openCaseSummary = endpoint({
  method: 'POST',
  path: '/api/casesummary',
  access: 'staff',
  features: [['caseSummary'], eitherSearch],
  form: true,
  summary: 'The summary of an incident, as a PDF.',
  request: z.object({ IncidentNumber: incidentNumber }),
  response: binaryResponse('application/pdf'),
})
