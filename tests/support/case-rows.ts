import { screen, within } from '@testing-library/react'
import type { CaseRow } from '#cases/contract.ts'
import type { Incident } from '#cases/rules.ts'

/** Clients that a person may search. */
export const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

/** A case in the results of a search. */
export const row = (number: number, patientName: string): CaseRow => ({
  hash: `row-${number}`,
  patientCode: `P${number}`,
  patientName,
  dateOfBirth: '1980-05-06',
  client: 'ALP1',
  carrier: 'Alpine',
  policyNumber: null,
  effectiveDate: null,
  incidentNumber: null,
  dateOfIncident: null,
  incidentDescription: null,
  enterDate: null,
  hasMedicalRecords: false,
  hasCaseSummary: false,
  hasCaseDocuments: false,
  hasBills: false,
  hasNotes: false,
})

/** A case with rows of every kind. */
export const incident: Incident = {
  ...row(1, 'Quillfeather, Ada'),
  policyNumber: 'POL-1',
  effectiveDate: '2025-01-01',
  incidentNumber: '24000000017',
  dateOfIncident: '2026-03-01',
  incidentDescription: 'Fell from a ladder',
  enterDate: '2026-03-02',
  hasMedicalRecords: true,
  hasCaseSummary: true,
  hasCaseDocuments: true,
  hasBills: true,
  hasNotes: true,
}

/** A case that a search does not show to the person. */
export const emergencyRow: CaseRow = {
  ...incident,
  client: 'ALP2',
  incidentDescription: 'Fell',
  hasCaseSummary: false,
}

/** The patients in the results table, without their dates of birth. */
export const firstCells = () =>
  screen.getAllByRole('row').flatMap(
    (line) =>
      within(line)
        .queryAllByRole('cell')[0]
        ?.textContent?.replace(/ 5\/6\/1980$/, '') ?? [],
  )
