/** What was asked for and nobody took for so long is out of date. */
const keptMs = 60_000

const asked = new Map<string, Promise<Response>>()

/**
 * Asks at once for what stands at these addresses. The page can be busy for seconds before the calls that need it are
 * made, and a browser throws away what it fetched ahead and nobody took.
 */
export function askAhead(addresses: readonly string[]) {
  for (const address of addresses) {
    const answer = fetch(address)
    answer.catch(() => asked.delete(address))
    asked.set(address, answer)
  }
  setTimeout(() => asked.clear(), keptMs)
}

/** The answer that was asked for ahead, to the first who wants it. */
export function askedAhead(address: string): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}

/** The addresses of calls that a page names as needed first. */
export const announcedIn = (page: ParentNode): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].map(
    (link) => new URL(link.href).pathname,
  )
