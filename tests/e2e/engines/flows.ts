import { type Engine, pollUntil } from './engine.ts'
import { createUser, saveDocument } from './person.ts'

type Portal = {
  address: string
  password: string
  /** The data of a demo ID card. */
  card: { policy: string; firstName: string; lastName: string; dateOfBirth: string }
}

export type Step = (description: string, work: () => Promise<string | undefined>) => Promise<void>

/** Runs the main flows of the portal in one browser and reports each step with details. */
export async function mainFlows(engine: Engine, portal: Portal, step: Step) {
  await search(engine, portal, step)
  await signIn(engine, portal, step)
  await documents(engine, portal, step)
  await decision(engine, portal, step)
  await memberCard(engine, portal, step)
}

async function search({ tab }: Engine, { address }: Portal, step: Step) {
  const user = createUser(tab)
  await step('a public search finds providers and shows them on the map', async () => {
    await tab.open(`${address}/domestic-provider-search?state=FL&city=Miami&type=0000000000&range=50`)
    await user.press('Agree')
    await user.expectElement('list of providers', 'table tbody tr')
    await user.press('Map View')
    await user.expectElement('map', 'canvas.maplibregl-canvas, [class*="map"] canvas')
    return undefined
  })
}

async function signIn({ tab }: Engine, { address, password }: Portal, step: Step) {
  const user = createUser(tab)
  await step('staff sign in', async () => {
    await tab.open(address)
    await user.press('Portal Login')
    await user.fill('Username', 'alpine')
    await user.fill('Password', password)
    await user.press('Sign in')
    await user.press('Account')
    await user.expectText('You are logged in as')
    return undefined
  })
}

async function documents(engine: Engine, { address }: Portal, step: Step) {
  const { tab } = engine
  const user = createUser(tab)
  let documentTab = tab
  await step('a case is found and opened', async () => {
    await tab.open(`${address}/patient-search`)
    await user.fill('Search For', 'sample')
    await user.press('Search')
    await user.press('Medical Records: ')
    await user.expectElement('list of records', 'table tbody tr')
    return undefined
  })
  await step('a medical record opens in a window and downloads completely', async () => {
    await user.press('View: ')
    documentTab = await engine.newTab()
    return saveDocument(engine, documentTab)
  })
  await step('the reloaded window says that its link was used and reopens the document', async () => {
    await documentTab.reload()
    await createUser(documentTab).expectText('has already been used')
    await createUser(documentTab).press('Open again')
    await createUser(documentTab).expectElement('drawn page', 'figure canvas')
    return undefined
  })
  await step('a document window keeps its document when the case reloads and opens another', async () => {
    await tab.reload()
    await user.press('View: ')
    const second = await engine.newTab()
    await createUser(second).expectElement('drawn page', 'figure canvas')
    await createUser(documentTab).expectElement('drawn page', 'figure canvas')
    return undefined
  })
}

async function decision({ tab }: Engine, { address }: Portal, step: Step) {
  const user = createUser(tab)
  await step('staff decide a pending authorization with its PDF', async () => {
    await tab.open(`${address}/authorization`)
    await user.press('Submit')
    await user.press('Decide: ')
    await user.expectElement('PDF of the bill', '[role=dialog] figure canvas')
    const title = () => tab.value<string>(`document.querySelector('[role=dialog] h2')?.textContent ?? ''`)
    const before = await title()
    await tab.value(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }))`,
    )
    await user.press('Save')
    await pollUntil('next authorization', async () => (await title()) !== before)
    return before
  })
}

async function memberCard(engine: Engine, { address, password, card }: Portal, step: Step) {
  const { tab } = engine
  const user = createUser(tab)
  await step('a member logs in and downloads the ID card', async () => {
    await tab.open(`${address}/client-member-page/login`)
    await user.fill('Username', 'alpine-member')
    await user.fill('Password', password)
    await user.press('Log in')
    await user.fill('Policy/ID #', card.policy)
    await user.fill('Patient First Name', card.firstName)
    await user.fill('Patient Last Name', card.lastName)
    await user.fill('Patient Date of Birth', card.dateOfBirth)
    await user.press('Display Insurance Card')
    return saveDocument(engine, await engine.newTab())
  })
}
