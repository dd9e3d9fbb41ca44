import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { aProvider } from '#test-support/search-factory.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { openProviderList } from '../../mail-contract.ts'
import { downloadProviderList } from './download-results.ts'

const search = { code: 'aSearch', title: 'A Search' }
async function renderButton() {
  const download = () => downloadProviderList(search, [{ provider: aProvider(), from: '' }])
  const { user } = await renderComponent(
    <button type="button" onClick={download}>
      PDF
    </button>,
  )
  return () => user.click(screen.getByRole('button', { name: 'PDF' }))
}

test('a PDF that the server refuses shows the reason', async () => {
  const api = stubApi()
  const click = await renderButton()
  const detail = 'Select at most 100 providers.'
  const problem = { type: 'about:blank', title: 'Unprocessable Content', status: 422, detail, reference: 'r' }
  api.fail(openProviderList, 422, problem)
  await click()
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
})

test('a PDF without a response shows an error', async () => {
  const api = stubApi()
  const click = await renderButton()
  api.disconnect(openProviderList)
  await click()
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t create the PDF.')
})
