import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { everything } from '#test-support/client-configuration.ts'
import {
  foundCase,
  nothing,
  options,
  renderPalette,
  twoCases,
  waitForCases,
  waitForRow,
} from '#test-support/find-fixture.tsx'
import { findAnything } from '../contract.ts'

test('Enter before the results opens the first row of these results, not of earlier ones', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  api.reply(findAnything, { ...twoCases, cases: [foundCase(3, 'Samplewell, Una')] })
  const release = api.hold(findAnything)
  await type('w{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Searching'))
  expect(onOpen).not.toHaveBeenCalled()
  await act(async () => release())
  await waitForRow('Samplewell, Una')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ href: '/patient-search/overview?row=row-3' }, true)
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(2)
})

test('Enter before the results opens the row that the arrow keys chose, if the results have it', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  let release = api.hold(findAnything)
  await type('b')
  await user.keyboard('{ArrowDown}{Enter}')
  await act(async () => release())
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-2' }, false)
  api.reply(findAnything, { ...twoCases, cases: [foundCase(1, 'Sampleton, Ada')] })
  release = api.hold(findAnything)
  await type('y')
  await user.keyboard('{ArrowDown}{Enter}')
  await act(async () => release())
  await waitFor(() => expect(options()).not.toContainEqual(expect.stringContaining('Sampleby, Odile')))
  expect(onOpen).toHaveBeenCalledOnce()
})

test('Enter before the results is forgotten when the text changes and when the search fails', async () => {
  const { api, type, onOpen } = await renderPalette()
  const release = api.hold(findAnything)
  await type('sampl{Enter}e')
  await act(async () => release())
  await waitForCases()
  api.fail(findAnything, 503)
  await type('t{Enter}')
  expect(await screen.findByText(/We couldn’t complete the search/)).toBeVisible()
  expect(onOpen).not.toHaveBeenCalled()
})

test('a patient without incidents leads to the patient search for the name', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  const noIncident = { incidentNumber: null, dateOfIncident: null, incidentDescription: null }
  api.reply(findAnything, { ...nothing, cases: [{ ...foundCase(1, 'Sampleton, Ada'), ...noIncident }] })
  await type('sample')
  await waitForRow('No incident · POL-7')
  await user.click(screen.getByRole('button', { name: 'Open in Patient Search' }))
  const patientSearch = { searchType: 'NAMEL', searchTerm: 'Sampleton, Ada' }
  expect(onOpen).toHaveBeenLastCalledWith({ patientSearch }, false)
})

test('without patient search, a patient without incidents leads to current activity', async () => {
  const { api, type, user, onOpen } = await renderPalette({
    configuration: { ...everything, patientSearch: false },
  })
  const noIncident = { incidentNumber: null, dateOfIncident: null, incidentDescription: null }
  api.reply(findAnything, { ...nothing, cases: [{ ...foundCase(1, 'Sampleton, Ada'), ...noIncident }] })
  await type('sample')
  await waitForRow('No incident · POL-7')
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/current-activity' }, false)
})
