import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Engine, pollUntil, type Tab } from './engine.ts'

/** User actions in a tab: finds elements by text, clicks them and types. */
export function createUser(tab: Tab) {
  const find = async (what: string, expression: string) => {
    const selector = await pollUntil(what, () => tab.value<string | null>(`(${marks})(() => ${expression})`))
    return selector
  }
  const words = (text: string) => JSON.stringify(text)
  /** Prefers an exact match to a prefix. */
  const pressable = (name: string) =>
    `(([exact, ...others]) => exact ?? others[0])([true, false].flatMap((isExact) => [...document.querySelectorAll('a, button, label')]
      .filter((each) => each.checkVisibility() && !each.disabled)
      .filter((each) => {
        const name = (each.getAttribute('aria-label') ?? each.textContent).trim()
        return isExact ? name === ${words(name)} : name.startsWith(${words(name)})
      })))`
  return {
    tab,
    press: async (name: string) => tab.click(await find(`"${name}"`, pressable(name))),
    fill: async (label: string, text: string) =>
      tab.type(
        await find(
          `field "${label}"`,
          `[...document.querySelectorAll('label')].find((each) => each.textContent.trim().startsWith(${words(label)}))?.control`,
        ),
        text,
      ),
    /** Waits until the page shows a text. */
    expectText: (text: string) =>
      pollUntil(`"${text}"`, () => tab.value<boolean>(`document.body.innerText.includes(${words(text)})`)),
    /** Waits until the page has an element. */
    expectElement: (what: string, selector: string) =>
      pollUntil(what, () => tab.value<boolean>(`document.querySelector(${words(selector)}) !== null`)),
    heading: () => tab.value<string>(`document.querySelector('h1')?.textContent ?? ''`),
  }
}

/** Marks the element it finds with an attribute and returns a selector for it. */
const marks = `(look) => {
  const found = look()
  if (!found) return null
  for (const marked of document.querySelectorAll('[data-found]')) marked.removeAttribute('data-found')
  found.setAttribute('data-found', '')
  return '[data-found]'
}`

const drawnPage = 'figure canvas'

/** Waits until a document is rendered and downloads it. Returns the file name, after checking that it is a complete PDF. */
export async function saveDocument({ folder }: Engine, tab: Tab): Promise<string> {
  const person = createUser(tab)
  await person.expectElement('drawn page', drawnPage)
  const name = await pollUntil('name of the file', () =>
    tab.value<string>(`document.querySelector('a[download]').getAttribute('download')`),
  )
  await person.press('Download')
  await pollUntil(`saved file ${name}`, async () => {
    const bytes = await readFile(join(folder, name))
    const isWhole = bytes.subarray(-1024).includes('%%EOF')
    return bytes.subarray(0, 5).toString() === '%PDF-' && isWhole
  })
  return name
}
