import { chromium, type Page } from '@playwright/test'
import { findAnything, findInAllClients } from '#find/contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { execute, sql, withScope } from '#platform/db/database.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { browser } from '../tests/e2e/browser.ts'
import { type Person, pickPeople } from './case-calls.ts'
import { clientCodes, clientCount } from './case-dataset.ts'
import { addAuthorizations, type CasePortal, openCasePortal } from './case-portal.ts'
import { measureTimes, percentile } from './timing.ts'

const patients = Number(process.env.PATIENTS ?? 1_000_000)
const searches = 200
const typed = 40
const [goalMs, typingGoalMs] = [50, 100]

/** Swaps the third and fourth letter. */
const withTypo = (name: string) => name.replace(/^(..)(.)(.)/, '$1$3$2')

/** What people type, by the person they look for. */
const texts: readonly { name: string; type: (about: Person) => string }[] = [
  { name: 'one letter', type: ({ lastName }) => lastName.slice(0, 1) },
  { name: 'two letters', type: ({ lastName }) => lastName.slice(0, 2) },
  { name: 'the beginning of a common name', type: ({ lastName }) => lastName.slice(0, 4) },
  { name: 'a last name', type: ({ lastName }) => lastName.toLowerCase() },
  { name: 'a last name with a typing error', type: ({ lastName }) => withTypo(lastName) },
  { name: '“Last, First”', type: ({ lastName, firstName }) => `${lastName}, ${firstName}` },
  { name: '“First Last”', type: ({ lastName, firstName }) => `${firstName} ${lastName}` },
  {
    name: '“Last, First” with an error in each',
    type: ({ lastName, firstName }) => `${withTypo(lastName)}, ${withTypo(firstName)}`,
  },
  { name: 'a name without patients', type: ({ lastName }) => `Qx${lastName}zz` },
  { name: 'a date of birth', type: ({ dateOfBirth }) => dateOfBirth },
  { name: 'a policy', type: ({ policyNumber }) => policyNumber },
  { name: 'an ITN', type: ({ itn }) => itn },
  { name: 'the beginning of an ITN', type: ({ itn }) => itn.slice(0, 6) },
  { name: 'an incident number', type: ({ incidentNumber }) => incidentNumber },
  { name: 'the beginning of an incident number', type: ({ incidentNumber }) => incidentNumber.slice(0, 5) },
]

/**
 * Prints the cost of a search in the search box for each text: among the patients of one client each, and for internal
 * staff among those of all clients.
 */
export async function run() {
  const portal = await openCasePortal(patients, 'f'.repeat(64))
  try {
    await addAuthorizations(portal)
    const codes = Array.from({ length: clientCount }, (_, client) => clientCodes(client)).flat()
    const people = await withScope(portal.databaseContext.owner, scopeOfCodes(codes), (db) =>
      pickPeople(db, searches),
    )
    const staff = new Map<string, Awaited<ReturnType<CasePortal['staffOf']>>>()
    for (const { clientId } of people)
      if (!staff.has(clientId)) staff.set(clientId, await portal.staffOf(clientId))
    console.log('Among the patients of one client each:\n')
    await printTimes(people, ({ clientId }, searchTerm) =>
      portal.call(findAnything, { searchTerm }, staff.get(clientId)),
    )
    const internal = await openInternal(portal)
    console.log(`\nAmong the patients of all clients, with ${codes.length} codes:\n`)
    await printTimes(people, (_about, searchTerm) => portal.call(findInAllClients, { searchTerm }, internal))
    console.log('\nFrom the last key press to the results on the screen, for staff of one client:\n')
    await printTyping(
      portal,
      await withScope(portal.databaseContext.owner, scopeOfCodes(clientCodes(0)), (db) =>
        pickPeople(db, typed),
      ),
      await portal.staffOf('client-0'),
    )
  } finally {
    await portal.close()
  }
}

async function openInternal(portal: CasePortal) {
  const { INTERNAL_CLIENT_ID } = readConfig({})
  await execute(
    portal.databaseContext.owner,
    sql`insert into client (id, name, changed_at) values (${INTERNAL_CLIENT_ID}, 'Internal', now()) on conflict do nothing`,
  )
  return portal.staffOf(INTERNAL_CLIENT_ID)
}

type Find = (about: Person, searchTerm: string) => ReturnType<CasePortal['call']>

async function printTimes(people: readonly Person[], find: Find) {
  console.log('| | p50 ms | p95 ms | goal |\n|---|---|---|---|')
  for (const { name, type } of texts) {
    const times = await measureTimes(people, async (about) => {
      const answer = await find(about, type(about))
      if (answer.statusCode !== 200) throw new Error(`A search returned ${answer.statusCode}: ${answer.body}`)
    })
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(share, times).toFixed(1))
    console.log(`| ${name} | ${p50} | ${p95} | ${goalMs} |`)
  }
}

type Session = Awaited<ReturnType<CasePortal['staffOf']>>

/** Types each text into the search box of the page, except for single letters, for which the page does not ask. */
async function printTyping({ app }: CasePortal, people: readonly Person[], { key, token }: Session) {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const chrome = await chromium.launch(browser())
  try {
    const context = await chrome.newContext({ baseURL: origin, locale: 'en-US' })
    await context.addCookies([{ name: 'portal-session', value: key, url: origin }])
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    await context.addInitScript(storeToken, JSON.stringify({ token, exp, name: 'Staff' }))
    await context.addInitScript(observeResults)
    const page = await context.newPage()
    await page.goto('/home')
    await page.getByRole('button', { name: /^Find anything/ }).waitFor()
    console.log('| | p50 ms | p95 ms | goal |\n|---|---|---|---|')
    for (const { name, type } of texts.slice(1)) {
      const times: number[] = []
      for (const text of new Set(people.map(type))) times.push(await typeInto(page, text))
      const [p50, p95] = [0.5, 0.95].map((share) => percentile(share, times).toFixed(0))
      console.log(`| ${name} | ${p50} | ${p95} | ${typingGoalMs} |`)
    }
  } finally {
    await chrome.close()
  }
}

/** Returns how long after the last key press the list of results changed for the last time, in milliseconds. */
async function typeInto(page: Page, text: string): Promise<number> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox')
  await box.waitFor()
  const answered = page.waitForResponse((response) => response.request().postData()?.includes(text) ?? false)
  await page.keyboard.type(text)
  await answered
  const elapsed = await page.evaluate(readResultTime)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  return elapsed
}

function storeToken(stored: string) {
  localStorage.setItem('userToken', stored)
}

/** Runs in the page: notes the last key press, and the paint after the last change of the list. */
function observeResults() {
  const seen = { key: 0, painted: 0 }
  Object.assign(window, { resultsSeen: seen })
  addEventListener('keydown', ({ timeStamp }) => Object.assign(seen, { key: timeStamp }), true)
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof Element && target.closest('[role="dialog"]')))
      requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { painted: performance.now() })))
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** Runs in the page: returns the time between the two, after the answer has been painted. */
async function readResultTime(): Promise<number> {
  for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame)
  const { key, painted } = (window as unknown as { resultsSeen: { key: number; painted: number } })
    .resultsSeen
  return painted - key
}
