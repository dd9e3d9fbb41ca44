/** An HTTP client for sign-in tests. It follows redirects and stores cookies by host and path. */
export function createHttpBrowser() {
  const jars = new Map<string, Map<string, string>>()

  async function visit(address: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), cookie }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }

  return {
    visit,
    /** Follows redirects to the end, or to an address that matches `stop`. Returns the last address. */
    async follow(address: string, stop = /$^/): Promise<string> {
      let at = address
      for (let steps = 0; steps < 12 && !stop.test(at); steps += 1) {
        const next = (await visit(at)).headers.get('location')
        if (!next) return at
        at = new URL(next, at).href
      }
      return at
    },
    cookies: (host: string) => Object.fromEntries(jars.get(host) ?? []),
  }
}
