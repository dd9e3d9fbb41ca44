import { type Engine, until } from './engine.ts'
import { personAt, saveDocument } from './person.ts'

type Portal = {
  address: string
  password: string
  /** The data of a demo ID card. */
  card: { policy: string; firstName: string; lastName: string; dateOfBirth: string }
}

export type Step = (sentence: string, work: () => Promise<string | undefined>) => Promise<void>

/** Runs the main flows of the portal in one browser and reports each step with details. */
export async function mainFlows(engine: Engine, portal: Portal, step: Step) {
  await search(engine, portal, step)
  await signIn(engine, portal, step)
  await documents(engine, portal, step)
  await decision(engine, portal, step)
  await memberCard(engine, portal, step)
}

async function search({ tab }: Engine, { address }: Portal, step: Step) {
  const person = personAt(tab)
  await step('a public search finds providers and shows them on the map', async () => {
    await tab.open(`${address}/domestic-provider-search?state=FL&city=Miami&type=0000000000&range=50`)
    await person.press('Agree')
    await person.sees('list of providers', 'table tbody tr')
    await person.press('Map View')
    await person.sees('map', 'canvas.maplibregl-canvas, [class*="map"] canvas')
    return undefined
  })
}

async function signIn({ tab }: Engine, { address, password }: Portal, step: Step) {
  const person = personAt(tab)
  await step('staff sign in', async () => {
    await tab.open(address)
    await person.press('Portal Login')
    await person.fill('Username', 'alpine')
    await person.fill('Password', password)
    await person.press('Sign in')
    await person.reads('You are logged in as')
    return undefined
  })
}

async function documents(engine: Engine, { address }: Portal, step: Step) {
  const { tab } = engine
  const person = personAt(tab)
  let opened = tab
  await step('a case is found and opened', async () => {
    await tab.open(`${address}/patient-search`)
    await person.fill('Search For', 'sample')
    await person.press('Search')
    await person.press('Medical Records: ')
    await person.sees('list of records', 'table tbody tr')
    return undefined
  })
  await step('a medical record opens in a window and is saved whole', async () => {
    await person.press('View: ')
    opened = await engine.newTab()
    return saveDocument(engine, opened)
  })
  await step(
    'the window, loaded again, says that its link was used and opens the document again',
    async () => {
      await opened.reload()
      await personAt(opened).reads('has already been used')
      await personAt(opened).press('Open again')
      await personAt(opened).sees('drawn page', 'figure canvas')
      return undefined
    },
  )
  await step(
    'after a reload of the case another window opens, and the first keeps its document',
    async () => {
      await tab.reload()
      await person.press('View: ')
      const second = await engine.newTab()
      await personAt(second).sees('drawn page', 'figure canvas')
      await personAt(opened).sees('drawn page', 'figure canvas')
      return undefined
    },
  )
}

async function decision({ tab }: Engine, { address }: Portal, step: Step) {
  const person = personAt(tab)
  await step('a pending authorization shows its PDF and is decided', async () => {
    await tab.open(`${address}/authorization`)
    await person.press('Submit')
    await person.press('Decide: ')
    await person.sees('PDF of the bill', '[role=dialog] figure canvas')
    const title = () => tab.value<string>(`document.querySelector('[role=dialog] h2')?.textContent ?? ''`)
    const before = await title()
    await tab.value(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }))`,
    )
    await person.press('Save')
    await until('next authorization', async () => (await title()) !== before)
    return before
  })
}

async function memberCard(engine: Engine, { address, password, card }: Portal, step: Step) {
  const { tab } = engine
  const person = personAt(tab)
  await step('a member logs in and saves the ID card', async () => {
    await tab.open(`${address}/client-member-page/login`)
    await person.fill('Username', 'alpine-member')
    await person.fill('Password', password)
    await person.press('Log in')
    await person.fill('Policy/ID #', card.policy)
    await person.fill('Patient First Name', card.firstName)
    await person.fill('Patient Last Name', card.lastName)
    await person.fill('Patient Date of Birth', card.dateOfBirth)
    await person.press('Display Insurance Card')
    return saveDocument(engine, await engine.newTab())
  })
}
