import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { texts } from '#members/messages.ts'
import { renderIdCardError } from '#members/web/id-card-error.tsx'
import { MemberLoginPage } from '#members/web/member-login-page.tsx'
import { usePageOfMembers } from '#members/web/use-texts.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { showPageLanguage } from '#platform/web/language/use-page-language.ts'
import { PdfToolbar } from '#platform/web/pdf/pdf-toolbar.tsx'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { BrokenPage } from '../pages/error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** Words that are the same in German. */
const sameInGerman = ['/', '?', '↑', '↓', 'Cookies', 'Enter', 'Esc', 'Name', 'S']

/** All sentences in texts; those that are made of values are made of these. */
const sentencesIn = (text: unknown): string[] => {
  if (typeof text === 'string') return [text]
  if (typeof text === 'function') return [String(text(text.name === 'day' ? '2026-03-07' : 3, 7))]
  return Object.values(text ?? {}).flatMap(sentencesIn)
}

test('every sentence is German in German', () => {
  const english = new Set(sentencesIn(texts.en))
  const same = [...new Set(sentencesIn(texts.de))].filter((sentence) => english.has(sentence))
  expect(same.toSorted()).toEqual(sameInGerman.toSorted())
})

test('what surrounds a member page is in the language that the member chooses', async () => {
  const { user } = await renderComponent(
    <>
      <Header hasLogins={false} />
      <MemberLoginPage />
      <Footer />
    </>,
  )
  const footer = within(screen.getByRole('contentinfo'))
  expect(document.documentElement.lang).toBe('en')
  await user.click(screen.getByRole('button', { name: /Deutsch/ }))
  expect(document.documentElement.lang).toBe('de')
  expect(screen.getByRole('button', { name: /^(Dunkle|Helle) Farben$/ })).toBeVisible()
  expect(footer.getByRole('link', { name: 'Cookies und Einstellungen' })).toBeVisible()
  await user.click(footer.getByRole('button', { name: 'Tastenkürzel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tastenkürzel' }))
  expect(dialog.getByText('Liste oder Dialog schließen')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Schließen' }))
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: /English/ }))
  expect(document.documentElement.lang).toBe('en')
  expect(footer.getByRole('link', { name: 'Cookies and settings' })).toBeVisible()
})

function Window() {
  usePageOfMembers()
  const printing = { page: undefined, print: () => undefined, cancel: () => undefined }
  const size = { width: 612, height: 792 }
  const pdf = { title: 'Karte', length: 2, size, page: () => Promise.reject(new Error('not read')) }
  const zoom = { level: 1, set: () => {} }
  const problem = { type: 'about:blank', title: '', status: 404, detail: '', reference: '1' }
  const refusal = new ApiError(404, { ...problem, languages: ['en', 'de'] })
  return (
    <>
      {renderIdCardError(refusal)}
      <PdfToolbar
        pdf={pdf}
        printing={printing}
        zoom={zoom}
        file={{ bytes: new Blob(), name: 'card.pdf' }}
        page={1}
        onPage={() => {}}
      />
      <BrokenPage />
    </>
  )
}

test('the window of a card, its refusal and errors are in the language of the member first', async () => {
  localStorage.setItem('memberLanguage', JSON.stringify('de'))
  await renderComponent(<Window />)
  const [first] = screen.getAllByRole('heading', { level: 1 })
  expect(first).toHaveTextContent('Zu Ihren Angaben können wir keine Versicherungskarte anzeigen.')
  const english = screen.getByRole('heading', { name: texts.en.cardErrors.noCard.title })
  expect(english.closest('[lang]')).toHaveAttribute('lang', 'en')
  expect(screen.getByRole('button', { name: 'Nächste Seite' })).toBeVisible()
  expect(screen.getByText('Seite 1 von 2')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Es ist ein Fehler aufgetreten' })).toBeVisible()
  act(() => void showError('Kein Netz.'))
  expect(await screen.findByRole('button', { name: 'Fehler schließen' })).toBeVisible()
})

test('other pages are in English', async () => {
  showPageLanguage()
  await renderComponent(<Footer />)
  expect(document.documentElement.lang).toBe('en')
  expect(screen.getByRole('link', { name: 'Credits' })).toBeVisible()
})
