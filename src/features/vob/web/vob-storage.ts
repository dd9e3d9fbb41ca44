import { useMemo } from 'react'
import { z } from 'zod'
import type { CaseDetails } from '#cases/case-contract.ts'
import type { Incident } from '#cases/rules.ts'
import { staffPrefix, tabDraftPrefix, tabStore, useStoredValue } from '#platform/web/storage.ts'
import { vobFilter } from '../contract.ts'
import { maxLength } from '../rules.ts'

/** The patient and policy of the case for which the next letter is. */
const vobPatient = z.object({
  incidentNumber: z.string(),
  /** "Last, First". */
  patientName: z.string(),
  patientLastName: z.string(),
  patientFirstName: z.string(),
  patientDOB: z.string(),
  patientPolicyNumber: z.string(),
  policyFrom: z.string(),
  reference: z.string(),
  /** The description of the incident, if only its beginning fits the letter. */
  longComplaint: z.string().optional(),
  ClientCode: z.string(),
})
export type VobPatient = z.infer<typeof vobPatient>

const maxAge = 3_600_000

/** The patient in this tab, until the letter is issued or canceled; `owner` identifies the person and the client. */
export const vobPatientStore = (owner: string) =>
  tabStore(`${tabDraftPrefix}vob patient`, vobPatient, { owner, maxAge })

/** Returns the patient and a function that removes it. */
export function useVobPatient(owner: string) {
  const store = useMemo(() => vobPatientStore(owner), [owner])
  return { patient: useStoredValue(store), removePatient: store.remove }
}

/** The names under which the list of letters keeps its filter and its page in this tab. */
export const vobListKeys = { filter: 'vobs filter', view: 'vobs view' } as const

/** The filter and the page of the list of letters in this tab; `owner` identifies the person and the client. */
export const vobListStores = (owner: string) => ({
  filter: tabStore(staffPrefix + vobListKeys.filter, vobFilter, { owner }),
  view: tabStore(staffPrefix + vobListKeys.view, z.unknown(), { owner }),
})

/** The names of a patient, apart. */
export type PatientName = Pick<CaseDetails['case'], 'lastName' | 'firstName'>

/** What a case says about the patient and the policy. A description that is too long for its field is shortened. */
export function patientOfIncident(incident: Incident, { lastName, firstName }: PatientName): VobPatient {
  const { incidentNumber, patientName, incidentDescription } = incident
  const complaint = incidentDescription ?? ''
  const reference = shorten(complaint, maxLength('reference'))
  return {
    incidentNumber,
    patientName,
    patientLastName: lastName,
    patientFirstName: firstName,
    patientDOB: incident.dateOfBirth,
    patientPolicyNumber: incident.policyNumber ?? '',
    policyFrom: incident.effectiveDate ?? '',
    reference,
    ...(reference !== complaint && { longComplaint: complaint }),
    ClientCode: incident.client,
  }
}

/** The beginning of a text, of whole words if it has several. */
function shorten(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  const beginning = characters.slice(0, limit).join('')
  const isWordEnd = /\s/.test(characters[limit] ?? '')
  return (isWordEnd ? beginning : beginning.replace(/\s+\S*$/, '')).trimEnd()
}
