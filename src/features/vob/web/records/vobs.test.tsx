import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Incident } from '#cases/rules.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type IssuedVob, listCaseVobs, listVobs, openVob, withdrawVob } from '../../contract.ts'
import { patientOfIncident, vobPatientStore } from '../vob-storage.ts'
import { CaseVobs } from './case-vobs.tsx'
import { Vobs } from './vobs.tsx'

const letter = (at: number, changes: Partial<IssuedVob> = {}): IssuedVob => ({
  number: `VOB-2026-${String(at).padStart(6, '0')}`,
  providerName: 'Harbor Clinic',
  patientName: `Sampleberg, Elio ${at}`,
  policyNumber: `ATI-${at}`,
  dateOfService: '2026-06-30',
  issuedAt: '2026-06-29T14:00:00.000Z',
  issuedBy: 'Albert Alpine',
  withdrawal: null,
  ...changes,
})
const withdrawal = { at: '2026-07-01T14:00:00.000Z', by: 'Ben Example', reason: '<b>Wrong</b> policy' }
const letters = [letter(2), letter(1, { withdrawal })]

async function renderVobs(change: (api: ReturnType<typeof stubApi>) => void = () => {}) {
  const api = stubApi()
  api.reply(listVobs, { vobs: letters, notice: null })
  change(api)
  const onOpen = vi.fn(async () => {})
  const view = await renderComponent(<Vobs owner="Albert alpine" searchPath="/search" onOpen={onOpen} />)
  return { ...view, api, onOpen }
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Issued VOBs' }))
    .getAllByRole('row')
    .slice(1)
const dialog = () => screen.findByRole('dialog', { name: 'Withdraw VOB-2026-000002' })
const reason = async () => within(await dialog()).getByLabelText('Reason *')
const press = async (name: string) => within(await dialog()).getByRole('button', { name })

test('shows letters newest first, and why one was withdrawn', async () => {
  const { user, onOpen } = await renderVobs()
  await screen.findByText('VOB-2026-000002')
  const [issued, withdrawn] = rows()
  expect(issued).toHaveTextContent(
    /Harbor Clinic.*Sampleberg, Elio 2.*ATI-2.*6\/30\/2026.*6\/29\/2026.*Issued/,
  )
  expect(withdrawn).toHaveTextContent('Withdrawn7/1/2026 by Ben Example: <b>Wrong</b> policy')
  expect(screen.queryByRole('button', { name: 'Withdraw VOB-2026-000001' })).toBeNull()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Open VOB-2026-000001' }))
  expect(onOpen).toHaveBeenCalledWith({ path: openVob.path, fields: { Number: 'VOB-2026-000001' } })
})

test('shows a skeleton, then an error that can be retried, then that there are no letters', async () => {
  let release = () => {}
  const { api, user } = await renderVobs((stub) => {
    stub.fail(listVobs, 500)
    release = stub.hold(listVobs)
  })
  expect(screen.getByText('Loading VOBs')).toBeInTheDocument()
  release()
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the VOBs. Please try again.')
  await expectAccessible()
  api.reply(listVobs, { vobs: [], notice: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No VOBs have been issued yet')).toBeVisible()
  await expectAccessible()
})

test('searches after a pause in typing, filters at once, and clears both', async () => {
  const { api, user } = await renderVobs((stub) => stub.reply(listVobs, { vobs: [], notice: 'Only some.' }))
  await user.type(screen.getByLabelText('Search'), 'elio ati')
  await user.selectOptions(screen.getByLabelText('Issued by'), 'Me')
  await user.selectOptions(screen.getByLabelText('Status'), 'Withdrawn')
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 90 days')
  const filter = { search: 'elio ati', period: 'quarter', issuedBy: 'me', status: 'withdrawn' }
  await waitFor(() => expect(api.requests(listVobs).at(-1)?.body).toEqual(filter))
  expect(await screen.findByText('No VOBs match')).toBeVisible()
  expect(screen.getByText('Only some.')).toBeVisible()
  expect(api.requests(listVobs).length).toBeLessThan(8)
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.getByLabelText('Search')).toHaveValue('')
  await waitFor(() =>
    expect(api.requests(listVobs).at(-1)?.body).toEqual({
      search: '',
      period: 'any',
      issuedBy: 'anyone',
      status: 'any',
    }),
  )
})

test('says what is searched and filtered for, and opens the fields on request', async () => {
  const { user } = await renderVobs()
  expect(await screen.findByText('All VOBs')).toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Search and filter' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-expanded', 'true')
  await user.type(screen.getByLabelText('Search'), 'elio')
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 90 days')
  await user.selectOptions(screen.getByLabelText('Issued by'), 'Me')
  await user.selectOptions(screen.getByLabelText('Status'), 'Withdrawn')
  expect(await screen.findByText(/Last 90 days · Issued by me · Withdrawn$/)).toBeInTheDocument()
})

test('withdraws a letter with a reason and moves the focus to the result', async () => {
  const { api, user } = await renderVobs()
  api.reply(withdrawVob, { withdrawal })
  await user.click(await screen.findByRole('button', { name: 'Withdraw VOB-2026-000002' }))
  expect(await reason()).toHaveFocus()
  await user.click(await press('Withdraw VOB'))
  expect(await reason()).toHaveAccessibleDescription(/Enter a reason of at least 5 characters/)
  expect(await reason()).toHaveFocus()
  await expectAccessible()
  expect(api.requests(withdrawVob)).toEqual([])
  await user.type(await reason(), 'Wrong policy')
  api.reply(listVobs, { vobs: [letter(2, { withdrawal })], notice: null })
  await user.click(await press('Withdraw VOB'))
  const result = await screen.findByText('VOB-2026-000002 was withdrawn.')
  await waitFor(() => expect(result).toHaveFocus())
  expect(api.requests(withdrawVob)[0]?.body).toEqual({ number: 'VOB-2026-000002', reason: 'Wrong policy' })
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Withdrawn'))
})

test('the dialog stays open after a failure, and Cancel returns the focus to its button', async () => {
  const { api, user } = await renderVobs()
  api.fail(withdrawVob, 500)
  const opener = await screen.findByRole('button', { name: 'Withdraw VOB-2026-000002' })
  await user.click(opener)
  await user.type(await reason(), 'Wrong policy')
  await user.click(await press('Withdraw VOB'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We couldn’t withdraw the VOB. Please try again.',
  )
  expect(await reason()).toHaveValue('Wrong policy')
  await user.click(await press('Cancel'))
  await waitFor(() => expect(opener).toHaveFocus())
})

test('a letter that somebody else has withdrawn closes the dialog with the reason', async () => {
  const { api, user } = await renderVobs()
  const detail = 'VOB-2026-000002 was already withdrawn on 7/1/2026 by Ben Example.'
  api.fail(withdrawVob, 409, { type: 'about:blank', title: 'Conflict', status: 409, detail, reference: 'r' })
  await user.click(await screen.findByRole('button', { name: 'Withdraw VOB-2026-000002' }))
  await user.type(await reason(), 'Wrong policy')
  await user.click(await press('Withdraw VOB'))
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(api.requests(listVobs)).toHaveLength(2))
})

const incident = {
  incidentNumber: '26000000017',
  client: 'ALP2',
  patientCode: 'P1',
  policyNumber: 'ATI-1',
  patientName: 'Sampleberg, Jr., Elio',
  dateOfBirth: '1980-01-02',
} as Incident

async function renderCaseVobs(patientName: { lastName: string; firstName: string } | undefined) {
  stubApi().reply(listCaseVobs, { vobs: [letter(2, { patientName: 'Sampleberg, Ida' }), letter(1)] })
  const props = { incident, patientName, owner: 'Albert alpine', searchPath: '/search', onOpen: vi.fn() }
  return renderComponent(<CaseVobs {...props} />)
}
const createButton = () => screen.getByRole('button', { name: 'Create VOB' })

test('the letters of a case name their patients, who may be relatives', async () => {
  await renderCaseVobs(undefined)
  expect(await screen.findByText('Sampleberg, Ida')).toBeVisible()
  expect(screen.getByText('Sampleberg, Elio 1')).toBeVisible()
  expect(createButton()).toBeDisabled()
  await expectAccessible()
})

test('a letter of a case starts with its client code and the names of its patient', async () => {
  const { user, url } = await renderCaseVobs({ lastName: 'Sampleberg, Jr.', firstName: 'Elio' })
  await user.click(createButton())
  expect(vobPatientStore('Albert alpine').get()).toMatchObject({
    patientLastName: 'Sampleberg, Jr.',
    patientFirstName: 'Elio',
    ClientCode: 'ALP2',
  })
  expect(url()).toBe('/search')
})

test('a letter without a case starts from the list, without the patient of an earlier case', async () => {
  const store = vobPatientStore('Albert alpine')
  store.set(patientOfIncident(incident, { lastName: 'Sampleberg', firstName: 'Elio' }))
  const { user, url } = await renderVobs()
  await screen.findByText('VOB-2026-000002')
  await user.click(createButton())
  expect(store.get()).toBeUndefined()
  expect(url()).toBe('/search')
})
