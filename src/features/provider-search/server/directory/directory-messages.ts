/** Messages to operators about search definitions. */
export const messages = {
  document: 'docs/search-definitions.md',
  empty: 'is empty; add "networks", "definitions" or both',
  code: 'must start with a letter and contain only letters and digits, at most 40',
  key: 'must contain only lowercase letters and digits, in words joined by "-", at most 100 characters',
  reserved: (key: string) => `is "${key}", a path reserved by the portal; choose another`,
  taken: (code: string, key: string) =>
    `is "${code}", which the definition "${key}" already uses; choose another`,
  unknownNetwork: (code: string) =>
    `unknown network "${code}"; add it under "networks" or use an existing one`,
  noNetwork: 'must list at least one network',
  change: (kind: string, name: string, change: string) => `${kind} ${name}: ${change}`,
  summary: (added: number, changed: number, same: number) =>
    `${added} added, ${changed} changed, ${same} unchanged.`,
} as const
