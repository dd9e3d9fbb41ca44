import type { ClientConfiguration } from '#clients/contract.ts'

/** The secure search of a client that a call is about, by its key or its code; undefined for all other calls. */
export function secureSearchOf(
  configuration: Pick<ClientConfiguration, 'providerSearches'> | undefined,
  { key, providerCode, providerSearchCode }: Record<string, unknown>,
) {
  return configuration?.providerSearches.find(
    ({ isSecure, url, code }) =>
      isSecure && (url === `/${key}` || code === providerCode || code === providerSearchCode),
  )
}
