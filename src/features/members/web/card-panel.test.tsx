import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  findIdCard,
  type IdCard,
  type MemberPageData,
  type MemberRecord,
  openIdCard,
  readIdCard,
  showMemberPage,
} from '../contract.ts'
import { MemberPage } from './member-page.tsx'
import { memberStore } from './member-store.ts'

const alpine: MemberRecord = {
  clientName: 'Alpine',
  content: '<p>Call us</p>',
  showIdCard: true,
  showEnglishAndGerman: true,
}
const alpinePage: MemberPageData = { ...alpine, contentLanguage: 'en', assistance: null, searches: [] }

const card: IdCard = {
  holder: {
    firstName: 'Ada',
    lastName: 'Quillfeather',
    dateOfBirth: '1980-05-06',
    policyNumber: 'ALP-1',
    effectiveDate: '2025-01-09',
  },
  languages: ['en', 'de'],
  clientId: 'alpine',
  clientName: 'Alpine',
  company: 'Harborline',
  color: '#ffee00',
  hasLogo: true,
  group: null,
  address: 'Claims\n100 Sample Street',
  phones: {
    usaAndCanada: '1-800-555-0140',
    elsewhere: '+1 305 555-0141',
    providers: '1-800-555-0131',
    service: null,
  },
  paper: 'letter',
}

type Api = ReturnType<typeof stubApi>

/** Renders the page of a member who has logged in; the session shows a card, if one is given. */
async function renderPage(shown: IdCard | null, change: (api: Api) => void = () => {}) {
  memberStore.set(alpine)
  const api = stubApi()
  api.reply(showMemberPage, alpinePage)
  api.reply(readIdCard, { card: shown })
  change(api)
  const view = await renderComponent(<MemberPage />, { path: '/client-member-page' })
  const fillIn = async () => {
    const values = ['ALP-1', 'Ada', 'Quillfeather', '5/6/1980']
    const fields = await screen.findAllByRole('textbox')
    for (const [at, field] of fields.entries()) {
      await view.user.clear(field)
      await view.user.click(field)
      await view.user.paste(values[at] ?? '')
    }
  }
  const click = async (name: string | RegExp) => view.user.click(await screen.findByRole('button', { name }))
  return { api, ...view, fillIn, click }
}

/** Sets the languages of the browser for this test. */
const setBrowserLanguages = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

const front = () => screen.getByRole('region', { name: 'Front of the card' })
const back = () => screen.getByRole('region', { name: 'Back of the card' })

test('the form shows the card on the page, above the folded form, and one lookup is sent', async () => {
  const { api, fillIn, click } = await renderPage(null)
  await fillIn()
  api.reply(findIdCard, { card })
  const release = api.hold(findIdCard)
  await click('Show my card')
  expect(screen.getByRole('button', { name: 'Show my card' })).toHaveAttribute('data-loading')
  release()
  expect(await screen.findByRole('heading', { name: 'Your ID card' })).toHaveFocus()
  expect(api.requests(findIdCard).map(({ body }) => body)).toEqual([
    { policy: 'ALP-1', firstName: 'Ada', lastName: 'Quillfeather', dateOfBirth: '1980-05-06' },
  ])
  expect(front()).toHaveTextContent('Ada Quillfeather')
  expect(screen.getByText('Show another person’s card').closest('details')).not.toHaveAttribute('open')
  for (const field of screen.getAllByRole('textbox', { hidden: true })) expect(field).toHaveValue('')
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/Quillfeather|ALP-1/)
  await expectAccessible()
})

test('a card that arrives after the logout is not shown, not even to the next member', async () => {
  const { api, fillIn, click, queries } = await renderPage(null, (each) => each.reply(findIdCard, { card }))
  await fillIn()
  const release = api.hold(findIdCard)
  await click('Show my card')
  for (const next of [() => memberStore.remove(), () => memberStore.set(alpine)]) act(next)
  release()
  await waitFor(() => expect(queries.isMutating()).toBe(0))
  expect(screen.queryByText('Your ID card')).toBeNull()
})

test('screen readers get both sides, and only the side in front can be focused', async () => {
  const { click } = await renderPage(card)
  const phone = () => within(back()).queryByRole('link', { name: '1-800-555-0131' })
  await screen.findByRole('heading', { name: 'Your ID card' })
  expect(phone()).toBeNull()
  expect(back()).toHaveTextContent('1-800-555-0131')
  expect(front()).toHaveTextContent('Effective date1/9/2025')
  expect(within(back()).getByText(/Please contact Harborline to confirm eligibility/)).toBeInTheDocument()
  await expectAccessible()
  await click('Show back')
  expect(phone()).toBeVisible()
  expect(phone()).toHaveAttribute('href', 'tel:18005550131')
  await click('Show front')
  expect(phone()).toBeNull()
  expect(back()).toHaveTextContent('1-800-555-0131')
})

test('the card changes its language alone, and its colors are readable', async () => {
  const { user } = await renderPage(card)
  const languages = await screen.findByRole('group', { name: 'Language of the card' })
  const element = front().closest<HTMLElement>('[lang="en"][style]')
  expect(element?.style.getPropertyValue('--card-ink')).toBe('#000000')
  await user.click(within(languages).getByRole('button', { name: /^DE ?, Deutsch$/ }))
  expect(element).toHaveAttribute('lang', 'de')
  expect(screen.getByRole('region', { name: 'Vorderseite der Karte' })).toHaveTextContent(
    'Gültig ab09.01.2025',
  )
  expect(screen.getByRole('button', { name: 'Show to provider' })).toBeVisible()
})

test('a card in one language has no choice of language', async () => {
  await renderPage({ ...card, languages: ['en'] })
  await screen.findByRole('heading', { name: 'Your ID card' })
  expect(screen.queryByRole('group', { name: 'Language of the card' })).toBeNull()
})

test('long names, emoji and names from right to left are shown whole', async () => {
  const name = { firstName: 'W'.repeat(100), lastName: `مريم 👩‍⚕️ ${'x'.repeat(90)}` }
  await renderPage({ ...card, holder: { ...card.holder, ...name } })
  const shown = await screen.findByText(`${name.firstName} ${name.lastName}`)
  expect(shown).toHaveAttribute('dir', 'auto')
  expect(shown).toHaveAttribute('data-length', 'longest')
})

test.each([
  [404, {}, /We couldn’t find a card that matches those details\.Check the policy number/],
  [429, { 'retry-after': '900' }, /Too many attempts to show an ID card\.Try again in 15 minutes\./],
  [500, {}, /We couldn’t load your ID card\. Check your connection/],
])('a lookup with status %d says what to do and keeps the form', async (status, headers, sentence) => {
  const { api, fillIn, click } = await renderPage(null)
  await fillIn()
  api.fail(findIdCard, status, {}, headers)
  await click('Show my card')
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByLabelText(/^Patient Last Name/)).toHaveValue('Quillfeather')
  await expectAccessible()
  api.reply(findIdCard, { card })
  await click('Show my card')
  expect(await screen.findByRole('heading', { name: 'Your ID card' })).toHaveFocus()
})

test('a lookup after the session has ended leads to the login', async () => {
  const { api, fillIn, click, url } = await renderPage(null)
  await fillIn()
  api.fail(findIdCard, 401)
  api.fail(showMemberPage, 401)
  await click('Show my card')
  await waitFor(() => expect(url()).toBe('/client-member-page/login'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a card that fails to load shows an error above the form and recovers on retry', async () => {
  const { api, click } = await renderPage(null, (api) => api.fail(readIdCard, 500))
  expect(await screen.findByText(/We couldn’t load your ID card\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Display Insurance Card' })).toBeVisible()
  api.reply(readIdCard, { card })
  await click('Try again')
  expect(await screen.findByRole('heading', { name: 'Your ID card' })).toBeVisible()
})

test('the full screen shows whom to call, has a code without patient data, and returns the focus', async () => {
  const { user, click } = await renderPage(card)
  await click('Show to provider')
  const dialog = await screen.findByRole('dialog', { name: 'Insurance ID Card' })
  expect(dialog).toHaveTextContent('ALP-1')
  expect(within(dialog).getByRole('link', { name: '1-800-555-0131' })).toBeVisible()
  const code = await within(dialog).findByRole('img')
  expect(code).toHaveAccessibleName(/^QR code of http.*\/confirm-eligibility\/alpine$/)
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Show to provider' })).toHaveFocus())
})

test('the screen stays on while the card is in full screen, where the browser can', async () => {
  const release = vi.fn(async () => {})
  const request = vi.fn(async () => ({ release }))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user, click } = await renderPage(card)
  await click('Show to provider')
  await waitFor(() => expect(request).toHaveBeenCalledWith('screen'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(release).toHaveBeenCalled())
})

test('without Web Share there is no Share button, and a failed image is reported', async () => {
  const { api, click } = await renderPage(card, (api) => api.fail(openIdCard, 500))
  await screen.findByRole('button', { name: 'Save as image' })
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  await click('Save as image')
  expect(await screen.findByText(/We couldn’t save or share the image of your card\./)).toBeVisible()
  api.fail(openIdCard, 429)
  await click('Save as image')
  expect(await screen.findByText(/Too many attempts to show an ID card\./)).toBeVisible()
})

test('the page is in the first language of the browser that it has, until someone chooses another', async () => {
  setBrowserLanguages('fr-FR', 'de-AT', 'en')
  const { user, container } = await renderPage(null)
  expect(await screen.findByRole('button', { name: 'Meine Karte anzeigen' })).toBeVisible()
  expect(container.querySelector('article')).toHaveAttribute('lang', 'de')
  await user.type(screen.getByLabelText(/^Geburtsdatum/), '6.5.1980')
  await user.tab()
  expect(screen.getByLabelText(/^Geburtsdatum/)).toHaveValue('06.05.1980')
  await user.click(screen.getByRole('button', { name: 'Meine Karte anzeigen' }))
  expect(await screen.findByText('Bitte prüfen Sie diese Felder:')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: /^EN ?, English$/ }))
  expect(await screen.findByRole('button', { name: 'Show my card' })).toBeVisible()
  expect(screen.getByLabelText(/^Patient Date of Birth/)).toHaveValue('')
  expect(localStorage.getItem('memberLanguage')).toBe('"en"')
})

test.each(['"fr"', '{no JSON', '7'])('ignores a stored language that does not exist (%s)', async (stored) => {
  localStorage.setItem('memberLanguage', stored)
  await renderPage(null)
  expect(await screen.findByRole('button', { name: 'Show my card' })).toBeVisible()
})
