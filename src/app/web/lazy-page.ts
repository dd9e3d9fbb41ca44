import { messages } from './messages.ts'

/**
 * The code of a page, when it is wanted. Throws in the portal's own words while the portal cannot be reached: what
 * the browser says itself would make the router load a page anew that cannot be loaded.
 */
export async function pageCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (await portalAnswers()) throw cause
    throw new Error(messages.portalAway, { cause })
  }
}

/** Whether the portal can be reached just now. */
export const portalAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
