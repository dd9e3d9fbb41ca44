import type { Provider } from '../../contract.ts'

/** The URL of directions to a provider; the site determines the start. */
export function directionsUrl({ addressDisplay, latitude, longitude }: Provider): string {
  const destination = addressDisplay || `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
