/** Every sentence about search definitions that an operator can meet. */
export const messages = {
  document: 'docs/search-definitions.md',
  empty: 'is empty; it has to have "networks", "definitions" or both',
  code: 'has to be letters and digits, beginning with a letter, at most 40',
  key: 'has to be lower-case letters and digits, in words joined by "-", at most 100',
  reserved: (key: string) => `is "${key}", an address that the portal itself uses; choose another`,
  taken: (code: string, key: string) =>
    `is "${code}", which the definition "${key}" already has; choose another`,
  unknownNetwork: (code: string) =>
    `there is no network "${code}"; add it under "networks", or choose one that exists`,
  noNetwork: 'has to name at least one network',
  change: (kind: string, name: string, change: string) => `${kind} ${name}: ${change}`,
  summary: (added: number, changed: number, same: number) =>
    `${added} added, ${changed} changed, ${same} the same.`,
} as const
