import type { Column } from './roster-columns.ts'

const shown = (value: string) => (value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`)
const grouped = (count: number) => count.toLocaleString('en-US')
const rows = (count: number) => `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`

type Excess = { network: string; removed: number; ofSource: number }
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1).replace(/\.0$/, '')}%`
const removals = (excess: readonly Excess[]) =>
  excess
    .map(
      ({ network, removed, ofSource }) =>
        `${network} would lose ${grouped(removed)} of the source's ${grouped(ofSource)} providers (${percent(removed, ofSource)}).`,
    )
    .join(' ')

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
  noSuchColumns: (names: readonly string[], known: readonly string[]) =>
    `has ${names.map(shown).join(', ')}, which a roster does not have; its columns are ${known.join(', ')}`,
  notJson: (line?: string, column?: string) =>
    line
      ? `it is not JSON: it cannot be read from line ${line}, column ${column} on`
      : 'it is not JSON: check its quotation marks, commas and brackets',
  empty: 'must not be empty',
  tooSmall: 'has to be 1 or more',
  tooBig: (most: string) => `has to be ${most} at most`,
  notValid: 'is not valid',
  tooDeep: (levels: number) =>
    `its lists and objects are nested more than ${levels} deep; reduce the nesting`,
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
  unknownCountry: (value: string) =>
    `there is no country ${shown(value)} (two or three letters, ISO 3166-1, or its name)`,
  unknownState: (value: string, country: string) => `there is no state ${shown(value)} in ${country}`,
  unknownType: (value: string) => `there is no provider type ${shown(value)}`,
  notCoordinate: (column: Column, value: string) => `${column} ${shown(value)} is not a number of degrees`,
  outOfRange: (column: Column, value: string, limit: number) =>
    `${column} ${value} is outside -${limit} to ${limit}`,
  halfPoint: 'has one of latitude and longitude without the other',
  notYesNo: (column: Column, value: string) => `${column} ${shown(value)} is neither yes nor no`,
  notFound: (place: string) => `there is no place ${shown(place)}; give latitude and longitude`,
  severalPlaces: (city: string, country: string) =>
    `${country} has several places of the name ${shown(city)}; name the state`,
  noGroup: (group: string, names: readonly string[]) =>
    `has no group ${shown(group)}; ${names.length ? `its groups are ${names.join(', ')}` : 'name one in the pattern: (?<name>…)'}`,
  wrongPattern: (reason: string) => `is not a pattern that can be used (RE2): ${reason}`,
  unreadableDetail: (column: Column, value: string) => `${column} ${shown(value)} cannot be read; left out`,
  zipOutsideState: (zip: string, there: string, named: string) =>
    `ZIP ${zip} is in ${there}, not in ${named}`,
  pointOutsideCountry: (
    { latitude, longitude }: { latitude: number; longitude: number },
    country: string,
    km: number,
    { isSwapped, isMirrored }: { isSwapped: boolean; isMirrored: boolean },
  ) =>
    `the point ${latitude}, ${longitude} is not in ${country}: the nearest place there is ${grouped(Math.round(km))} km away${
      isSwapped
        ? '; latitude and longitude seem to be swapped'
        : isMirrored
          ? '; a minus sign seems to be wrong'
          : ''
    }`,
  pointFarFromZip: (zip: string, km: number) =>
    `the point is ${grouped(Math.round(km))} km from ZIP ${zip}; the provider is placed at the ZIP`,
  zipFarFromPoint: (zip: string, km: number) =>
    `ZIP ${zip} is ${grouped(Math.round(km))} km from the point, which is near the city; the provider is placed at the point`,
  pointFarFromCity: (city: string, km: number, isMoved: boolean) =>
    `the point is ${grouped(Math.round(km))} km from ${shown(city)}${isMoved ? '; the provider is placed at the city' : ''}`,
  pointFarFromState: (state: string, km: number) =>
    `the point is ${grouped(Math.round(km))} km from the nearest place in ${shown(state)}`,
  stateOfZip: (value: string, country: string, state: string) =>
    `there is no state ${shown(value)} in ${country}; the ZIP is in ${state}`,
  stateOfPlace: (value: string, country: string, state: string) =>
    `there is no state ${shown(value)} in ${country}; the place is in ${state}`,
  stateLeftOut: (value: string, country: string) =>
    `there is no state ${shown(value)} in ${country}; imported without one`,

  repeated: (id: string) => `id ${shown(id)} stands in the file before; the first row counts`,

  ofOtherSource: (id: string, owner: string) =>
    `id ${shown(id)} belongs to the source ${shown(owner)} of this network; --take-over moves it`,
  wrongSourceName: (name: string) =>
    `${shown(name)} cannot be the name of a source: letters, digits, ".", "-" and "_", at most 60, a letter or digit first.`,

  confirmRemovals: (excess: readonly Excess[]) => `${removals(excess)} Remove them?`,
  removalsRefused: (excess: readonly Excess[], isLimited: boolean) =>
    `Nothing was imported. ${removals(excess)} ${
      isLimited
        ? 'That is more than --remove-up-to allows.'
        : 'Check the file with --dry-run. To allow more removals, use --remove-up-to N or N%.'
    }`,
  waiting: (network: string) => `Another import into ${network} is running; waiting for it to end.`,
  waitingForReaders:
    'Somebody has been reading the directory for long; waiting for it to be free. Searches go on.',
  building: (network: string) => `Building the table and the indexes of ${network}.`,
  strictRefusal: (count: number) =>
    `Nothing was imported: ${rows(count)} rejected, and --strict takes all or none.`,
  allRejected:
    'Nothing was imported: every row was rejected. Correct the file, or check --mapping, --network and --encoding.',
  emptyReplacement:
    'Nothing was imported: the file has no row that can be, and --replace would have emptied the network.',
  noLimit: 'Write a number of providers or a share, such as 200 or 20%.',
  wouldBeRefused: (excess: readonly Excess[]) =>
    `${removals(excess)} The import would ask first, or need --remove-up-to.`,
  dryRun: 'This is what the import would do. Nothing was changed.',
  plan: ({ network, added, changed, removed, same }: NetworkCounts) =>
    `${network}: ${grouped(added)} to add, ${grouped(changed)} to change, ${grouped(removed)} to remove, ${grouped(same)} stay the same.`,
  example: ({ network, change, id, name }: { network: string; change: string; id: string; name: string }) =>
    `  ${change} in ${network}: ${id} ${name}`,
  run: (id: string) => `This is import ${id}. To undo it, run "import undo ${id}".`,
  encoding: ({ name, isCertain }: { name: string; isCertain: boolean }) =>
    isCertain
      ? `Read as ${name.toUpperCase()}.`
      : `Read as ${name.toUpperCase()}, which is a guess. If accents look wrong, name the encoding of the file, such as --encoding windows-1250.`,
  noEncoding:
    'There is no such encoding. Examples are utf-8, utf-16le, windows-1252, windows-1250, iso-8859-1, iso-8859-2 and shift_jis.',
  placed: ({ roster, zip, city }: { roster: number; zip: number; city: number }, unplaced: number) =>
    `Located ${grouped(roster)} by coordinates, ${grouped(zip)} by ZIP, ${grouped(city)} by city; ${grouped(unplaced)} could not be located.`,
  warningsIn: (count: number, file: string) => `${rows(count)} imported with a warning; see ${file}`,
  rejectsIn: (file: string) => `See the reasons in ${file}`,
  nothingToDo: 'Nothing to do: the directory has them all.',
  summary: ({ network, added, changed, removed, same }: NetworkCounts) =>
    `${network}: ${grouped(added)} added, ${grouped(changed)} changed, ${grouped(removed)} removed, ${grouped(same)} the same.`,
  counts: (read: number, skipped: number, rejected: number, seconds: number) =>
    `${rows(read)} read${skipped ? `, ${grouped(skipped)} skipped by the mapping` : ''}, ${grouped(rejected)} rejected, in ${seconds.toFixed(1)} s (${grouped(Math.round(read / Math.max(seconds, 0.001)))} rows a second).`,
} as const
