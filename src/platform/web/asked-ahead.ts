const asked = new Map<string, Promise<Response>>()

/**
 * Asks at once for what stands at these addresses. The page can be busy for seconds before the calls that need it are
 * made, and a browser throws away what it fetched ahead and nobody took.
 */
export function askAhead(addresses: readonly string[]) {
  for (const address of addresses) {
    const answer = fetch(address)
    answer.catch(() => undefined) // Whoever takes the answer hears of it.
    asked.set(address, answer)
  }
}

/** The answer that was asked for ahead, to the first who wants it. */
export function askedAhead(address: string): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}

/** The addresses of calls that a page names as needed first. */
export const announcedIn = (page: ParentNode): string[] =>
  [...page.querySelectorAll('link[rel="preload"][as="fetch"]')].map((link) => link.getAttribute('href') ?? '')
