import { messages } from '#platform/shell-messages.ts'

/**
 * Loads the code of a page. Throws our own error when the portal is unreachable: the browser error would make the
 * router reload a page that cannot load.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (await isPortalReachable()) throw cause
    throw new Error(messages.portalAway, { cause })
  }
}

/** Whether the portal is reachable. */
export const isPortalReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
