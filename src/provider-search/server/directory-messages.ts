/** Every sentence about search definitions that an operator can meet. */
export const messages = {
  unwritable: (file: string, reason: string) => `The file ${file} cannot be written (${reason}).`,
  refused: (file: string, faults: readonly string[]) =>
    [
      `${file} was not imported; nothing was changed. ${faults.length === 1 ? 'It has a fault:' : `It has ${faults.length} faults:`}`,
      ...faults.map((fault) => `  ${fault}`),
      'What such a file may say stands in docs/search-definitions.md.',
    ].join('\n'),
  fault: (line: number | undefined, place: string, sentence: string) =>
    [line === undefined ? undefined : `line ${line}`, place || undefined, sentence]
      .filter(Boolean)
      .join(': '),
  empty: 'is empty; it has to have "networks", "definitions" or both',
  tooDeep: (levels: number) => `its lists and groups are nested more than ${levels} deep; write it flatter`,
  missing: 'is missing',
  wrongKind: (expected: string) => `has to be ${expected}`,
  notOneOf: (value: string, choices: string) => `is ${value}; it has to be one of ${choices}`,
  unknownWords: (words: string) => `has ${words}, which no such file can say`,
  code: 'has to be letters and digits, beginning with a letter, at most 40',
  key: 'has to be lower-case letters and digits, in words joined by "-", at most 100',
  reserved: (key: string) => `is "${key}", an address that the portal itself uses; choose another`,
  twice: (word: string, value: string) => `${word} "${value}" is used twice`,
  taken: (code: string, key: string) =>
    `is "${code}", which the definition "${key}" already has; choose another`,
  unknownNetwork: (code: string) =>
    `there is no network "${code}"; add it under "networks", or choose one that exists`,
  blank: 'must not be blank',
  unwritten: 'has a character that nobody can read',
  tooLong: (longest: number) => `is longer than ${longest} characters`,
  noNetwork: 'has to name at least one network',
  change: (kind: string, name: string, change: string) => `${kind} ${name}: ${change}`,
  summary: (added: number, changed: number, same: number) =>
    `${added} added, ${changed} changed, ${same} the same.`,
} as const
