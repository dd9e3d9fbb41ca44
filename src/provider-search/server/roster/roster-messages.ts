import type { Column } from './roster-columns.ts'

const shown = (value: string) => (value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`)
const grouped = (count: number) => count.toLocaleString('en-US')
const rows = (count: number) => `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`

type NetworkCounts = { network: string; added: number; changed: number; removed: number; same: number }

/** Every sentence about rosters that an operator can meet. */
export const messages = {
  unknownColumns: (names: readonly string[], known: readonly string[]) =>
    `The file has columns that a roster does not have: ${names.map(shown).join(', ')}. Its columns are ${known.join(', ')}. A mapping (--mapping) turns other columns into these.`,
  missingColumns: (names: readonly string[], header: readonly string[]) =>
    `The file lacks ${names.map(shown).join(', ')}. Its columns are ${header.map(shown).join(', ')}.`,
  twice: (names: readonly string[]) =>
    `The file has two columns named ${names.map(shown).join(', ')}. Rename one.`,
  noMapping: (name: string, shipped: readonly string[]) =>
    `There is no mapping ${shown(name)}. Name a JSON file, or one of ${shipped.join(', ')}.`,
  wrongMapping: (name: string, faults: readonly string[]) =>
    [
      `The mapping ${name} cannot be used:`,
      ...faults.map((fault) => `  ${fault}`),
      'What a mapping may say stands in docs/importing-providers.md.',
    ].join('\n'),
  tooDeep: (levels: number) => `its lists and objects are nested more than ${levels} deep; write it flatter`,
  unknownNetworkOption: (code: string, known: readonly string[]) =>
    `There is no network ${shown(code)}. ${known.length ? `Networks are ${known.join(', ')}.` : 'There are no networks yet.'} "directory import" adds one.`,
  networkNeeded: 'The file does not say which network its rows belong to. Name it: --network CODE',

  missing: (column: Column) => `${column} is missing`,
  tooLong: (column: Column, limit: number) => `${column} is longer than ${limit} characters`,
  unreadableText: (column: Column, value: string) =>
    `${column} has a character that cannot be read (${shown(value)}); save the file as UTF-8`,
  noNetwork: 'network is missing',
  unknownNetwork: (code: string) => `there is no network ${shown(code)}`,
  otherNetwork: (code: string, chosen: string) =>
    `belongs to network ${shown(code)}, and the import is into "${chosen}"`,
  noPlace: 'has no place: give latitude and longitude, a ZIP, or a city',
  noCountry: 'country is missing, and neither state nor ZIP is one of the United States',
  unknownCountry: (value: string) => `there is no country ${shown(value)} (two letters, ISO 3166-1)`,
  unknownState: (value: string, country: string) => `there is no state ${shown(value)} in ${country}`,
  unknownType: (value: string) => `there is no provider type ${shown(value)}`,
  notCoordinate: (column: Column, value: string) => `${column} ${shown(value)} is not a number of degrees`,
  outOfRange: (column: Column, value: string, limit: number) =>
    `${column} ${value} is outside -${limit} to ${limit}`,
  halfPoint: 'has one of latitude and longitude without the other',
  notYesNo: (column: Column, value: string) => `${column} ${shown(value)} is neither yes nor no`,
  notFound: (place: string) => `there is no place ${shown(place)}; give latitude and longitude`,
  repeated: (id: string) => `id ${shown(id)} stands in the file before; the first row counts`,

  waiting: (network: string) => `Another import into ${network} is running; waiting for it to end.`,
  waitingForReaders:
    'Somebody has been reading the directory for long; waiting for it to be free. Searches go on.',
  building: (network: string) => `Building the table and the indexes of ${network}.`,
  strictRefusal: (count: number) =>
    `Nothing was imported: ${rows(count)} rejected, and --strict takes all or none.`,
  emptyReplacement:
    'Nothing was imported: the file has no row that can be, and --replace would have emptied the network.',
  rejectsIn: (file: string) => `Why stands in ${file}`,
  nothingToDo: 'Nothing to do: the directory has them all.',
  summary: ({ network, added, changed, removed, same }: NetworkCounts) =>
    `${network}: ${grouped(added)} added, ${grouped(changed)} changed, ${grouped(removed)} removed, ${grouped(same)} the same.`,
  counts: (read: number, skipped: number, rejected: number, seconds: number) =>
    `${rows(read)} read${skipped ? `, ${grouped(skipped)} skipped by the mapping` : ''}, ${grouped(rejected)} rejected, in ${seconds.toFixed(1)} s (${grouped(Math.round(read / Math.max(seconds, 0.001)))} rows a second).`,
} as const
