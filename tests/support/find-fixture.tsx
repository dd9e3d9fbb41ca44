import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { CaseRow } from '#cases/contract.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import {
  type Found,
  type FoundAuthorization,
  type FoundCase,
  type FoundInAllClients,
  findAnything,
  findInAllClients,
} from '#find/contract.ts'
import { FindPalette } from '#find/web/find-palette.tsx'
import { everything } from './client-configuration.ts'
import { renderComponent } from './render-component.tsx'
import { stubApi } from './stub-api.ts'

const caseRow = (number: number, patientName: string): CaseRow => ({
  hash: `row-${number}`,
  patientCode: `P${number}`,
  patientName,
  dateOfBirth: '1980-05-06',
  client: 'ALP1',
  carrier: 'Alpine Leisure Travel',
  policyNumber: 'POL-7',
  effectiveDate: null,
  incidentNumber: `2600000000${number}`,
  dateOfIncident: '2026-03-01',
  incidentDescription: 'Sunstroke',
  enterDate: null,
  hasMedicalRecords: true,
  hasCaseSummary: false,
  hasCaseDocuments: false,
  hasBills: true,
  hasNotes: true,
})
export const foundCase = (number: number, patientName: string): FoundCase => ({
  ...caseRow(number, patientName),
  itn: null,
  bills: 4,
  processedBills: 3,
  pendingAuthorizations: 2,
  notes: 5,
  lastNote: '2026-04-02',
})
export const authorization: FoundAuthorization = {
  itnNumber: 'ITN9000001',
  client: 'ALP1',
  carrier: 'Alpine',
  patientName: 'Sampleton, Ada',
  providerName: 'Mercy Hospital',
  incidentNumber: null,
  serviceFrom: '2026-03-01',
  serviceTo: '2026-03-02',
  totalChargeFormatted: '$12.00',
  receivedAt: '2026-03-10T12:00:00Z',
  isPending: true,
  action: null,
  decidedAt: null,
  caseHash: null,
}
export const nothing: Found = {
  cases: [],
  authorizations: [],
  hasMore: { cases: false, authorizations: false },
}
export const twoCases: Found = {
  cases: [foundCase(1, 'Sampleton, Ada'), foundCase(2, 'Sampleby, Odile')],
  authorizations: [authorization],
  hasMore: { cases: true, authorizations: false },
}

/** The rows of a search of all clients: a case of Lagoon; a case and an authorization of Alpine. */
export const inAllClients: FoundInAllClients = {
  ...twoCases,
  isNumbersOnly: false,
  cases: [{ ...foundCase(1, 'Sampleton, Ada'), client: 'LAG1' }, foundCase(2, 'Sampleby, Odile')],
  clients: [
    { id: 'lagoon', label: 'Lagoon Plan', codes: ['LAG1'], patientSearch: false, currentActivity: true },
    { id: 'alpine', label: 'Alpine', codes: ['ALP1'], patientSearch: true, currentActivity: true },
  ],
}

const pages = [
  { label: 'Patient Search', href: '/patient-search', isNewTab: false },
  { label: 'Reports', href: '/reports', isNewTab: false },
  { label: 'VOBs', href: '/vobs', isNewTab: false },
]

/** Renders the search box, which finds two cases and an authorization unless a test replies otherwise. */
export async function renderPalette(
  options: { configuration?: ClientConfiguration | undefined; clients?: ClientOption[] } = {},
) {
  const api = stubApi()
  api.reply(findAnything, twoCases)
  api.reply(findInAllClients, inAllClients)
  const [onOpen, onClose] = [vi.fn(), vi.fn()]
  const { configuration, clients } = { configuration: everything, ...options }
  const recent = [caseRow(9, 'Recently, Rita')]
  const view = await renderComponent(
    <FindPalette
      configuration={configuration}
      pages={pages}
      clients={clients}
      recent={recent}
      onOpen={onOpen}
      onClose={onClose}
      takeTyped={() => ''}
    />,
  )
  const type = (text: string) => view.user.type(field(), text)
  return { ...view, api, onOpen, onClose, type }
}

export const field = () => screen.getByRole('combobox')
export const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
export const headings = () =>
  screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))
export const highlighted = () =>
  field().ownerDocument.getElementById(field().getAttribute('aria-activedescendant') ?? '')
export const waitForSearch = () =>
  waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent('Searching'))
/** Waits for the row and the end of the search: while it runs, the rows may belong to the first letters of the text. */
export async function waitForRow(text: string) {
  await waitFor(() => expect(options()).toContainEqual(expect.stringContaining(text)))
  await waitForSearch()
}
export const waitForCases = () => waitForRow('Sampleton, Ada')
