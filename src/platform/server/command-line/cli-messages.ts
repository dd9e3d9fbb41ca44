/** Every sentence about the files an operator names. */
export const messages = {
  noFile: (file: string) => `There is no file ${file}. Name one that exists.`,
  unreadable: (file: string, reason: string) => `The file ${file} cannot be read (${reason}).`,
  unwritable: (file: string, reason: string) => `The file ${file} cannot be written (${reason}).`,
  refused: (file: string, faults: readonly string[], document: string) =>
    [
      `${file} was not imported; nothing was changed. ${faults.length === 1 ? 'It has a fault:' : `It has ${faults.length} faults:`}`,
      ...faults.map((fault) => `  ${fault}`),
      `What such a file may say stands in ${document}.`,
    ].join('\n'),
  fault: (line: number | undefined, place: string, sentence: string) =>
    [line === undefined ? undefined : `line ${line}`, place || undefined, sentence]
      .filter(Boolean)
      .join(': '),
  tooDeep: (levels: number) => `its lists and groups are nested more than ${levels} deep; write it flatter`,
  missing: 'is missing',
  wrongKind: (expected: string) => `has to be ${expected}`,
  notOneOf: (value: string, choices: string) => `is ${value}; it has to be one of ${choices}`,
  unknownWords: (words: string) => `has ${words}, which no such file can say`,
  twice: (word: string, value: string) => `${word} "${value}" is used twice`,
  blank: 'must not be blank',
  unwritten: 'has a character that nobody can read',
  tooLong: (longest: number) => `is longer than ${longest} characters`,
  noDay: 'A day is written YYYY-MM-DD, for example 2026-06-30.',
  daysReversed: (from: string, to: string) => `${from} is after ${to}. Give the earlier day to --from.`,
} as const
