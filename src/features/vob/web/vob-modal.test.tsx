import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { aProvider } from '#test-support/search-factory.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { getVobData, previewVob, type VobOptions } from '../contract.ts'
import { VobPatientNotice } from './vob-action.tsx'
import { VobModal } from './vob-modal.tsx'
import { vobPatientStore } from './vob-storage.ts'

const options: VobOptions = {
  groups: { 'ATI-1000': 'Leisure', 'ATI-2000': 'Business' },
  carriers: { ATI: 'Alpine', ABT: 'Alpine Business' },
  mailing: { claims: 'P.O. Box 1, Springfield', other: 'P.O. Box 2, Springfield' },
  phoneNumbers: { claims: '212-555-0101', other: '212-555-0102' },
  faxNumbers: {},
  sincerely: 'Provider Relations',
}
const values = {
  'Patient Last Name': 'Sampleton',
  'Patient First Name': 'Zoë',
  'Date of Birth': '1964-02-29',
  'Policy Number': 'ATI-2026-00417',
  Group: 'ATI-1000',
  'Policy From': '2026-01-01',
  'Policy To': '2026-12-31',
  'Date of Service': '2026-06-30',
  'Medical Complaint': 'Acute appendicitis',
  Carrier: 'ATI',
  'Mailing Address': 'claims',
  'Carrier Phone': 'claims',
}

async function renderVob(change: (api: ReturnType<typeof stubApi>) => void = () => {}) {
  const api = stubApi()
  api.reply(getVobData, options)
  api.replyWithBytes(previewVob, 'image/png')
  change(api)
  const provider = aProvider({
    contact: 'Ann',
    fax: '305-555-0101',
    name: 'Harbor Clinic',
    tin: '12-3456789',
    phone: '305-555-0100',
  })
  const handlers = { onClose: () => {}, onClosed: () => {} }
  const client = { name: 'Alpine', codes: 'ALP1' }
  const view = await renderComponent(
    <>
      <VobPatientNotice owner="Ann alpine" />
      <VobModal
        provider={provider}
        client={client}
        requestTicket={async () => 'ticket'}
        {...handlers}
        searchCode="secure"
        owner="Ann alpine"
        opened
      />
    </>,
  )
  return { ...view, api, press: (name: string) => view.user.click(form().getByRole('button', { name })) }
}

const form = () => within(screen.getByRole('dialog', { name: 'Create VOB' }))
const field = (label: string) => form().getByLabelText(`${label} *`)
const summary = () => form().getByRole('region')

async function fillIn(changes: Partial<Record<keyof typeof values, string>> = {}) {
  await screen.findByLabelText('Patient Last Name *')
  for (const [label, value] of Object.entries({ ...values, ...changes }))
    fireEvent.change(field(label), { target: { value } })
}

test('the form shows each missing field in a focused summary that links to it', async () => {
  const { api, user, press } = await renderVob()
  await screen.findByLabelText('Patient Last Name *')
  expect(field('Patient Last Name')).toHaveFocus()
  await press('Preview')
  expect(summary()).toHaveFocus()
  expect(summary()).toHaveTextContent('All required fields must be entered')
  const missing = Object.keys(values).map((label) => `${label} is required.`)
  expect(
    within(summary())
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(missing)
  await expectAccessible()
  await user.click(within(summary()).getByRole('link', { name: 'Patient Last Name is required.' }))
  expect(field('Patient Last Name')).toHaveFocus()
  expect(api.requests(previewVob)).toEqual([])
})

test('the error summary takes focus again when the form is rejected a second time', async () => {
  const { user, press } = await renderVob()
  await screen.findByLabelText('Patient Last Name *')
  await press('Preview')
  expect(summary()).toHaveFocus()
  await user.type(field('Patient Last Name'), 'Sample')
  expect(field('Patient Last Name')).toHaveFocus()
  await press('Preview')
  expect(summary()).toHaveFocus()
})

test('the form shows errors for days out of order and overlong text, which stays in its field', async () => {
  const { press } = await renderVob()
  await fillIn({ 'Policy To': '2025-12-31' })
  await press('Preview')
  expect(summary()).toHaveTextContent('Policy From date must be before Policy To date')
  await fillIn({
    'Policy Number': '9'.repeat(103),
    'Date of Service': '2027-01-01',
    'Medical Complaint': 'x'.repeat(41),
  })
  expect(form().getByText('3 characters too many')).toBeVisible()
  expect(form().getByText('1 character too many')).toBeVisible()
  await press('Preview')
  expect(field('Policy Number')).toHaveValue('9'.repeat(103))
  for (const sentence of [
    'Policy Number: Enter at most 100 characters.',
    'Date of Service: Enter a date within the policy period.',
    'Medical Complaint: Enter at most 40 characters.',
  ])
    expect(summary()).toHaveTextContent(sentence)
  await expectAccessible()
})

test('the form shows a preview error and lets the user retry', async () => {
  const { api, press } = await renderVob()
  await fillIn()
  api.fail(previewVob, 500)
  await press('Preview')
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred creating VOB Preview')
  api.replyWithBytes(previewVob, 'image/png')
  await press('Preview')
  expect(await form().findByRole('region', { name: 'Preview' })).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
  await expectAccessible()
})

test('the form asks users over the request limit to wait', async () => {
  const { api, press } = await renderVob()
  await fillIn()
  const detail = 'Too many of your documents are waiting to be created. Please wait a moment and try again.'
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail, reference: 'r' }
  api.fail(previewVob, 429, problem)
  await press('Preview')
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
})

test('the form shows a loading error and lets the user retry', async () => {
  const { api, press } = await renderVob(({ fail }) => fail(getVobData, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error occurred retrieving configuration data',
  )
  await expectAccessible()
  api.reply(getVobData, options)
  const release = api.hold(getVobData)
  await press('Try again')
  expect(screen.queryByRole('alert')).toBeNull()
  release()
  expect(await screen.findByLabelText('Patient Last Name *')).toBeVisible()
})

const whole = 'Traffic accident with fractures of both forearms'

const storePatient = () =>
  vobPatientStore('Ann alpine').set({
    incidentNumber: '26000000017',
    patientName: 'Sampleton, Ada',
    ClientCode: 'ALP1',
    policyFrom: '',
    patientLastName: 'Sampleton',
    patientFirstName: 'Ada',
    patientDOB: '',
    patientPolicyNumber: '',
    reference: 'Traffic accident with fractures of both',
    longComplaint: whole,
  })

test('a shortened complaint says what the case says', async () => {
  storePatient()
  await renderVob()
  const complaint = await screen.findByLabelText('Medical Complaint *')
  expect(complaint).toHaveValue('Traffic accident with fractures of both')
  expect(complaint).toHaveAccessibleDescription(/1 character left.*The case says: “Traffic.*forearms”/)
})

test('a canceled letter leaves no patient in the form', async () => {
  storePatient()
  await renderVob()
  expect(await screen.findByLabelText('Patient Last Name *')).toHaveValue('Sampleton')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the new VOB for Sampleton, Ada', hidden: true }))
  expect(screen.queryByText('New VOB for', { exact: false })).toBeNull()
  for (const label of ['Patient Last Name', 'Patient First Name', 'Medical Complaint'])
    expect(field(label)).toHaveValue('')
  expect(vobPatientStore('Ann alpine').get()).toBeUndefined()
})
