/** A browser tab driven with real clicks and keys, which browsers require before they open a window. */
export type Tab = {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates a JavaScript expression in the page and awaits its result. */
  value<T>(expression: string): Promise<T>
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
}

/** A headed browser and its download folder. */
export type Engine = {
  /** The browser's name and version. */
  version: string
  tab: Tab
  /** Waits for a new tab and returns it. */
  newTab(): Promise<Tab>
  folder: string
  close(): Promise<void>
}

export type Start = (folder: string, display: string) => Promise<Engine>

export type Supported = {
  name: string
  /** The required program and its Debian package. */
  program: string
  debianPackage: string
  start: Start
}

/** The environment of a started program: common variables and its own. */
export function createEnvironment(own: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  return { PATH, HOME, LANG, ...own }
}

const timeoutMs = 60_000

/** Polls until a value exists. Throws an error that names it after the timeout. */
export async function pollUntil<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
): Promise<T> {
  const end = performance.now() + timeoutMs
  let fault = ''
  while (performance.now() < end) {
    const found = await look().catch((error: Error) => {
      fault = ` (${error.message.split('\n')[0]})`
      return undefined
    })
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`There was no ${what} after ${timeoutMs / 1000} s${fault}.`)
}
