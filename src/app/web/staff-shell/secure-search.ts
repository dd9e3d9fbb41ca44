import type { ClientConfiguration } from '#clients/contract.ts'

/** The secure search of the client that a request is about, by key or code; undefined for other requests. */
export function findSecureSearch(
  configuration: Pick<ClientConfiguration, 'providerSearches'> | undefined,
  { key, providerCode, providerSearchCode }: Record<string, unknown>,
) {
  return configuration?.providerSearches.find(
    ({ isSecure, url, code }) =>
      isSecure && (url === `/${key}` || code === providerCode || code === providerSearchCode),
  )
}
