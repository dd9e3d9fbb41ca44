import type { Provider } from '../../contract.ts'

/** The address of a page with the way to a provider, from wherever its reader is. */
export function directionsUrl({ addressDisplay, latitude, longitude }: Provider): string {
  const destination = addressDisplay || `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
