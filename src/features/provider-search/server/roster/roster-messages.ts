import type { Column } from './roster-columns.ts'

const quoted = (value: string) => (value.length > 60 ? `"${value.slice(0, 60)}…"` : `"${value}"`)
const formatCount = (count: number) => count.toLocaleString('en-US')
const rowCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

type Excess = { network: string; removed: number; ofSource: number }
const formatPercent = (part: number, whole: number) =>
  `${((100 * part) / whole).toFixed(1).replace(/\.0$/, '')}%`
const describeRemovals = (excess: readonly Excess[]) =>
  excess
    .map(
      ({ network, removed, ofSource }) =>
        `${network} would lose ${formatCount(removed)} of the source's ${formatCount(ofSource)} providers (${formatPercent(removed, ofSource)}).`,
    )
    .join(' ')

type NetworkCounts = { network: string; added: number; changed: number; removed: number; unchanged: number }

/** Messages to operators about rosters. */
export const messages = {
  unknownColumns: (names: readonly string[], known: readonly string[]) =>
    `Unknown columns: ${names.map(quoted).join(', ')}. A roster can have these columns: ${known.join(', ')}. To convert other columns, use --mapping.`,
  missingColumns: (names: readonly string[], header: readonly string[]) =>
    `The file lacks ${names.map(quoted).join(', ')}. Its columns are ${header.map(quoted).join(', ')}.`,
  duplicateColumns: (names: readonly string[]) =>
    `The file has two columns named ${names.map(quoted).join(', ')}. Rename one.`,
  unknownMapping: (name: string, shipped: readonly string[]) =>
    `There is no mapping ${quoted(name)}. Use a JSON file or one of ${shipped.join(', ')}.`,
  invalidMapping: (name: string, errors: readonly string[]) =>
    [
      `The mapping ${name} cannot be used:`,
      ...errors.map((error) => `  ${error}`),
      'See docs/importing-providers.md for the format.',
    ].join('\n'),
  unknownMappingColumns: (names: readonly string[], known: readonly string[]) =>
    `has ${names.map(quoted).join(', ')}, which a roster does not have; a roster's columns are ${known.join(', ')}`,
  notJson: (line?: string, column?: string) =>
    line
      ? `it is not JSON: syntax error at line ${line}, column ${column}`
      : 'it is not JSON: check its quotation marks, commas and brackets',
  empty: 'must not be empty',
  tooSmall: 'must be 1 or more',
  tooBig: (most: string) => `must be at most ${most}`,
  notValid: 'is not valid',
  tooDeep: (levels: number) =>
    `its lists and objects are nested more than ${levels} deep; reduce the nesting`,
  unknownNetworkOption: (code: string, known: readonly string[]) =>
    `There is no network ${quoted(code)}. ${known.length ? `Existing networks: ${known.join(', ')}.` : 'There are no networks yet.'} Use "directory import" to add one.`,
  networkRequired: 'The file does not specify the network of its rows. Use --network CODE.',

  missing: (column: Column) => `${column} is missing`,
  tooLong: (column: Column, limit: number) => `${column} is longer than ${limit} characters`,
  unreadableText: (column: Column, value: string) =>
    `${column} has an unreadable character (${quoted(value)}); save the file as UTF-8`,
  networkMissing: 'network is missing',
  unknownNetwork: (code: string) => `there is no network ${quoted(code)}`,
  networkMismatch: (code: string, chosen: string) =>
    `belongs to network ${quoted(code)}, but the import is into "${chosen}"`,
  locationMissing: 'has no location: enter latitude and longitude, a ZIP or a city',
  countryMissing: 'country is missing, and neither the state nor the ZIP is in the United States',
  unknownCountry: (value: string) =>
    `unknown country ${quoted(value)}: use its two- or three-letter code (ISO 3166-1) or its English name`,
  unknownState: (value: string, country: string) => `there is no state ${quoted(value)} in ${country}`,
  unknownType: (value: string) => `there is no provider type ${quoted(value)}`,
  notCoordinate: (column: Column, value: string) =>
    `${column} ${quoted(value)} is not a number in decimal degrees`,
  outOfRange: (column: Column, value: string, limit: number) =>
    `${column} ${value} is outside -${limit} to ${limit}`,
  incompletePoint: 'has only one of latitude and longitude',
  notYesNo: (column: Column, value: string) => `${column} ${quoted(value)} is neither yes nor no`,
  notFound: (place: string) => `there is no place ${quoted(place)}; enter latitude and longitude`,
  ambiguousCity: (city: string, country: string) =>
    `${country} has several places named ${quoted(city)}; add the state`,
  unknownGroup: (group: string, names: readonly string[]) =>
    `has no group ${quoted(group)}; ${names.length ? `its groups are ${names.join(', ')}` : 'name one in the pattern: (?<name>…)'}`,
  invalidPattern: (reason: string) => `is not a valid RE2 pattern: ${reason}`,
  unreadableDetail: (column: Column, value: string) => `${column} ${quoted(value)} cannot be read; left out`,
  unreadableHours: (value: string) =>
    `hours ${quoted(value)} cannot be read; left out. Write hours like "Mo-Fr 08:00-18:00; Sa 09:00-13:00" or "24/7"`,
  zipOutsideState: (zip: string, there: string, named: string) =>
    `ZIP ${zip} is in ${there}, not in ${named}`,
  pointOutsideCountry: (
    { latitude, longitude }: { latitude: number; longitude: number },
    country: string,
    km: number,
    { isSwapped, isMirrored }: { isSwapped: boolean; isMirrored: boolean },
  ) =>
    `the point ${latitude}, ${longitude} is not in ${country}: the nearest place there is ${formatCount(Math.round(km))} km away${
      isSwapped
        ? '; latitude and longitude seem to be swapped'
        : isMirrored
          ? '; a minus sign seems to be wrong'
          : ''
    }`,
  pointFarFromZip: (zip: string, km: number) =>
    `the point is ${formatCount(Math.round(km))} km from ZIP ${zip}; the provider is placed at the ZIP`,
  zipFarFromPoint: (zip: string, km: number) =>
    `ZIP ${zip} is ${formatCount(Math.round(km))} km from the point, which is near the city; the provider is placed at the point`,
  pointFarFromCity: (city: string, km: number, isMoved: boolean) =>
    `the point is ${formatCount(Math.round(km))} km from ${quoted(city)}${isMoved ? '; the provider is placed at the city' : ''}`,
  pointFarFromState: (state: string, km: number) =>
    `the point is ${formatCount(Math.round(km))} km from the nearest place in ${quoted(state)}`,
  stateOfZip: (value: string, country: string, state: string) =>
    `there is no state ${quoted(value)} in ${country}; the ZIP is in ${state}`,
  stateOfPlace: (value: string, country: string, state: string) =>
    `there is no state ${quoted(value)} in ${country}; the place is in ${state}`,
  stateLeftOut: (value: string, country: string) =>
    `there is no state ${quoted(value)} in ${country}; imported without one`,

  duplicateId: (id: string) => `id ${quoted(id)} appears earlier in the file; only the first row is used`,

  foreignId: (id: string, owner: string) =>
    `id ${quoted(id)} belongs to the source ${quoted(owner)} of this network; --take-over moves it`,

  confirmRemovals: (excess: readonly Excess[]) => `${describeRemovals(excess)} Remove them?`,
  tooManyRemovals: (excess: readonly Excess[], isLimited: boolean) =>
    `Nothing was imported. ${describeRemovals(excess)} ${
      isLimited
        ? 'That is more than --remove-up-to allows.'
        : 'Check the file with --dry-run. To allow more removals, use --remove-up-to N or N%.'
    }`,
  waiting: (network: string) => `Another import into ${network} is running; waiting for it to end.`,
  waitingForReaders: 'A long query is using the directory; waiting for it to finish. Searches continue.',
  building: (network: string) => `Building the table and the indexes of ${network}.`,
  strictRejected: (count: number) =>
    `Nothing was imported: ${rowCount(count)} rejected, and --strict imports all rows or none.`,
  allRejected:
    'Nothing was imported: every row was rejected. Correct the file, or check --mapping, --network and --encoding.',
  emptyReplacement:
    'Nothing was imported: the file has no valid row, and --replace would have emptied the network.',
  invalidLimit: 'Enter a number of providers or a percentage, such as 200 or 20%.',
  wouldNeedConfirmation: (excess: readonly Excess[]) =>
    `${describeRemovals(excess)} The import would ask for confirmation or require --remove-up-to.`,
  dryRun: 'This is what the import would do. Nothing was changed.',
  plan: ({ network, added, changed, removed, unchanged }: NetworkCounts) =>
    `${network}: ${formatCount(added)} to add, ${formatCount(changed)} to change, ${formatCount(removed)} to remove, ${formatCount(unchanged)} unchanged.`,
  example: ({ network, change, id, name }: { network: string; change: string; id: string; name: string }) =>
    `  ${change} in ${network}: ${id} ${name}`,
  run: (id: string) => `This is import ${id}. To undo it, run "import undo ${id}".`,
  encoding: ({ name, isCertain }: { name: string; isCertain: boolean }) =>
    isCertain
      ? `Read as ${name.toUpperCase()}.`
      : `Read as ${name.toUpperCase()}, which is a guess. If accents look wrong, specify the file's encoding, for example --encoding windows-1250.`,
  unknownEncoding:
    'Unknown encoding. Use one such as utf-8, utf-16le, windows-1252, windows-1250, iso-8859-1, iso-8859-2 or shift_jis.',
  placed: ({ roster, zip, city }: { roster: number; zip: number; city: number }, unplaced: number) =>
    `Located ${formatCount(roster)} by coordinates, ${formatCount(zip)} by ZIP, ${formatCount(city)} by city; ${formatCount(unplaced)} could not be located.`,
  warningsIn: (count: number, file: string) => `${rowCount(count)} imported with a warning; see ${file}`,
  rejectsIn: (file: string) => `See the reasons in ${file}`,
  nothingToDo: 'Nothing to do: the directory is up to date.',
  summary: ({ network, added, changed, removed, unchanged }: NetworkCounts) =>
    `${network}: ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed, ${formatCount(unchanged)} unchanged.`,
  counts: (read: number, skipped: number, rejected: number, seconds: number) =>
    `${rowCount(read)} read${skipped ? `, ${formatCount(skipped)} skipped by the mapping` : ''}, ${formatCount(rejected)} rejected, in ${seconds.toFixed(1)} s (${formatCount(Math.round(read / Math.max(seconds, 0.001)))} rows a second).`,
} as const
