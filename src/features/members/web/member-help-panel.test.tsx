import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { carriedPlaceKey } from '#geography/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type MemberPageData, readIdCard, showMemberPage } from '../contract.ts'
import { texts } from '../messages.ts'
import { listCalls } from './member-help-panel.tsx'
import { MemberPage } from './member-page.tsx'
import { memberStore } from './member-store.ts'

const alpine: MemberPageData = {
  clientName: 'Alpine',
  content: '<p>Call us</p>',
  showIdCard: true,
  showEnglishAndGerman: true,
  contentLanguage: 'en',
  assistance: null,
  searches: [],
}

test('the page shows whom to call and the searches of the plan, in the language of the page', async () => {
  const assistance = {
    usaAndCanada: '1-800-555-0140',
    elsewhere: '+1 305 555-0141',
    countries: { JM: '1-888-555-0144' },
  }
  const searches = [{ key: 'international-provider-search', title: 'International Provider Search' }]
  const content = '<p>Rufen Sie an</p>'
  memberStore.set(alpine)
  const api = stubApi()
  api.reply(readIdCard, { card: null })
  api.reply(showMemberPage, ({ url }) =>
    url.searchParams.get('language') === 'de'
      ? { ...alpine, content, contentLanguage: 'de' as const, assistance, searches }
      : { ...alpine, assistance, searches },
  )
  const { user, container } = await renderComponent(<MemberPage />, { path: '/client-member-page' })
  expect(await screen.findByRole('link', { name: 'From Jamaica 1-888-555-0144' })).toHaveAttribute(
    'href',
    'tel:18885550144',
  )
  expect(screen.getByRole('link', { name: 'International Provider Search' })).toHaveAttribute(
    'href',
    '/international-provider-search',
  )
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: /^DE ?, Deutsch$/ }))
  expect(await screen.findByText('Rufen Sie an')).toBeVisible()
  expect(container.querySelector('.written')?.parentElement).toHaveAttribute('lang', 'de')
  expect(screen.getByRole('link', { name: 'Anruf aus: Jamaika 1-888-555-0144' })).toBeVisible()
  expect(api.requests(showMemberPage).length).toBeGreaterThan(1)
  expect(Object.keys(JSON.parse(localStorage.getItem('memberConfiguration') ?? '{}')).sort()).toEqual([
    'clientName',
    'content',
    'showEnglishAndGerman',
    'showIdCard',
  ])
})

test('a search opens with the place that the member entered, which is only in memory', async () => {
  const searches = [{ key: 'international-provider-search', title: 'International Provider Search' }]
  memberStore.set(alpine)
  const api = stubApi()
  api.reply(readIdCard, { card: null })
  api.reply(showMemberPage, { ...alpine, searches })
  const { user, url, queries } = await renderComponent(<MemberPage />, { path: '/client-member-page' })
  await user.type(await screen.findByRole('textbox', { name: 'Where are you?' }), ' Montego Bay ')
  const link = screen.getByRole('link', { name: 'International Provider Search' })
  fireEvent.click(link, { ctrlKey: true })
  expect(queries.getQueryData(carriedPlaceKey)).toBeUndefined()
  await user.click(link)
  expect(url()).toBe('/international-provider-search')
  expect(queries.getQueryData(carriedPlaceKey)).toBe('Montego Bay')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain('Montego')
})

test.each([
  ['America/Jamaica', ['JM', 'US', 'any']],
  ['America/New_York', ['US', 'any', 'JM']],
  ['Asia/Tokyo', ['any', 'US', 'JM']],
  ['Nowhere/Land', ['any', 'US', 'JM']],
])('in the time zone %s, the first number is for that place', (timeZone, order) => {
  const assistance = { usaAndCanada: 'US', elsewhere: 'any', countries: { JM: 'JM' } }
  const calls = listCalls(assistance, { text: texts.en, language: 'en', timeZone })
  expect(calls.map(({ phone }) => phone)).toEqual(order)
})
