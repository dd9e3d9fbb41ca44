/** Messages about the files that an operator specifies. */
export const messages = {
  noFile: (file: string) => `File not found: ${file}.`,
  unreadable: (file: string, reason: string) => `The file ${file} cannot be read (${reason}).`,
  unwritable: (file: string, reason: string) => `The file ${file} cannot be written (${reason}).`,
  refused: (file: string, faults: readonly string[], document: string) =>
    [
      `${file} was not imported; nothing was changed. ${faults.length === 1 ? 'It has an error:' : `It has ${faults.length} errors:`}`,
      ...faults.map((fault) => `  ${fault}`),
      `See ${document} for the file format.`,
    ].join('\n'),
  fault: (line: number | undefined, place: string, sentence: string) =>
    [line === undefined ? undefined : `line ${line}`, place || undefined, sentence]
      .filter(Boolean)
      .join(': '),
  tooDeep: (levels: number) => `its lists and groups are nested more than ${levels} deep; reduce the nesting`,
  missing: 'is missing',
  wrongKind: (expected: string) => `must be ${expected}`,
  notOneOf: (value: string, choices: string) => `is ${value}; it must be one of ${choices}`,
  unknownWords: (words: string) => `has ${words}, which is not allowed here`,
  twice: (word: string, value: string) => `${word} "${value}" is used twice`,
  blank: 'must not be blank',
  unwritten: 'contains a control character, such as a tab',
  tooLong: (longest: number) => `is longer than ${longest} characters`,
  noDay: 'Write dates as YYYY-MM-DD, for example 2026-06-30.',
  daysReversed: (from: string, to: string) => `${from} is after ${to}. Pass the earlier date to --from.`,
} as const
