/** Unused preloads expire after this time. */
const keptMs = 60_000

const asked = new Map<string, Promise<Response>>()

/**
 * Starts these requests at once. The page may be busy for seconds before it makes them, and browsers discard
 * unused preloads.
 */
export function preload(addresses: readonly string[]) {
  for (const address of addresses) {
    const answer = fetch(address)
    answer.catch(() => asked.delete(address))
    asked.set(address, answer)
  }
  setTimeout(() => asked.clear(), keptMs)
}

/** The preloaded response, for the first consumer only. */
export function takePreloaded(address: string): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}

/** The addresses of the requests that a page's preload tags name. */
export const findPreloadTags = (page: ParentNode): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].map(
    (link) => new URL(link.href).pathname,
  )
