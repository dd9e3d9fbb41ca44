/** A tab of a browser, driven as a person would: real clicks and keys, without which no browser opens a window. */
export type Tab = {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** What an expression of JavaScript gives in the page; a promise is waited for. */
  value<T>(expression: string): Promise<T>
  click(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
}

/** A browser with a window, and the folder that it saves files to. */
export type Engine = {
  /** The browser and its version. */
  version: string
  tab: Tab
  /** Waits for a tab that was not there before and gives it. */
  newTab(): Promise<Tab>
  folder: string
  close(): Promise<void>
}

export type Start = (folder: string, display: string) => Promise<Engine>

export type Supported = {
  name: string
  /** The program that has to be there, and the Debian package that brings it. */
  program: string
  debianPackage: string
  start: Start
}

/** The environment of a program that is started here: what every program needs, and its own. */
export function environmentWith(own: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env
  return { PATH, HOME, LANG, ...own }
}

const timeoutMs = 60_000

/** Asks again and again until something is there. Throws, naming it, when it does not come. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false | null>): Promise<T> {
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
