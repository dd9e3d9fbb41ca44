import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { addNote } from '../../activity-contract.ts'
import type { Incident } from '../../rules.ts'
import { CaseNoteEditor } from './notes.tsx'

const incident = {
  ...{ incidentNumber: '24000000017', client: 'ALP1', patientCode: 'P1', policyNumber: 'POL-1' },
  ...{ patientName: 'Quillfeather, Ada', dateOfBirth: '1980-05-06' },
} as Incident

test('a note changed after a failed save is sent with a new ID', async () => {
  const api = stubApi()
  api.disconnect(addNote)
  const { user } = await renderComponent(<CaseNoteEditor incident={incident} />)
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  const field = screen.getByRole('textbox', { name: 'Note' })
  await user.type(field, 'Called Mercy')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await screen.findByRole('alert')
  expect(field).toHaveFocus()
  await user.type(field, ' again')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(api.requests(addNote)).toHaveLength(2))
  const [first, second] = api
    .requests(addNote)
    .map(({ body }) => body as { noteId: string; noteText: string })
  expect(second?.noteText).toBe('Called Mercy again')
  expect(second?.noteId).not.toBe(first?.noteId)
})

test('a note that was not saved opens with its text and says so', async () => {
  const { user } = await renderComponent(<CaseNoteEditor incident={incident} />)
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Called Mercy')
  expect(screen.queryByText(/hasn’t been saved yet/)).toBeNull()
  cleanup()
  await renderComponent(<CaseNoteEditor incident={incident} />)
  const field = await screen.findByRole('textbox', { name: 'Note' })
  expect(field).toHaveValue('Called Mercy')
  expect(field).toHaveAccessibleDescription(/^This note hasn’t been saved yet./)
})
