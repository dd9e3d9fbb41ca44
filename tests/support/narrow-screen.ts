import { vi } from 'vitest'

/** Makes every media query for a greatest width match until the end of the test, as on a phone. */
export const narrowScreen = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
