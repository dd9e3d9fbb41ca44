/**
 * Makes `state-aliases.csv`: `node data/geography/build-state-aliases.ts FOLDER`, where FOLDER is one in which
 * `npm install iso-3166@4.4.0 cldr-core@48.2.0 cldr-subdivisions-full@48.2.0` ran. ISO 3166-2 has the codes and the names in
 * the country's language; Unicode's CLDR has the names in English, by which the states are recognized, and what belongs
 * to what.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

type Subdivision = { code: string; name: string; parent: string }
type Alias = { state: string; kind: 'code' | 'name' | 'part'; name: string }

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder: node data/geography/build-state-aliases.ts FOLDER')

const { iso31662 }: { iso31662: Subdivision[] } = await import(
  pathToFileURL(join(folder, 'node_modules/iso-3166/index.js')).href
)
const english: Record<string, string> = JSON.parse(
  readFileSync(join(folder, 'node_modules/cldr-subdivisions-full/subdivisions/en/en.json'), 'utf8'),
).subdivisions.localeDisplayNames.subdivisions

const contained: Record<string, { _contains: string[] }> = JSON.parse(
  readFileSync(join(folder, 'node_modules/cldr-core/supplemental/subdivisionContainment.json'), 'utf8'),
).supplemental.subdivisionContainment
const containers = new Map(
  Object.entries(contained).flatMap(([whole, { _contains }]) =>
    _contains.map((part) => [part, whole] as const),
  ),
)

/** States that neither name is enough to recognize. */
const byHand: Record<string, string> = {
  'BE-BRU': 'BE-BRU',
  'BE-VLG': 'BE-VLG',
  'BE-WAL': 'BE-WAL',
  'DK-81': 'DK-19',
  'DK-82': 'DK-18',
  'DK-83': 'DK-21',
  'ES-CL': 'ES-55',
  'ES-CM': 'ES-54',
  'ES-CN': 'ES-53',
  'ES-NC': 'ES-32',
  'ES-PV': 'ES-59',
  'ES-VC': 'ES-60',
  'FR-20R': 'FR-94',
  'FR-NAQ': 'FR-75',
  'FR-NOR': 'FR-28',
  'IT-57': 'IT-10',
  'IT-77': 'IT-02',
  'MX-MEX': 'MX-15',
  'PL-20': 'PL-81',
}

/** Counties and regions that are none any more, or never were for ISO, and other spellings that stand in addresses. */
const written: Record<string, string> = {
  'GB-ENG':
    'Avon, Bedfordshire, Berkshire, Cheshire, Cleveland, Greater London, London, Greater Manchester, Herefordshire, Hereford and Worcester, Humberside, Huntingdonshire, Isle of Wight, Isles of Scilly, Merseyside, Middlesex, North Yorkshire, Rutland, Salop, Shropshire, South Yorkshire, Sussex, Tyne and Wear, West Midlands, West Yorkshire, Yorkshire, Westmorland, Cumberland, East Midlands, West Country, South East, South West, North East, North West, East of England, Yorkshire and the Humber',
  'GB-NIR': 'Antrim, Armagh, Down, Fermanagh, Londonderry, Derry, Tyrone, Ulster',
  'GB-SCT':
    'Ayrshire, Banffshire, Berwickshire, Borders, Caithness, Central, Dunbartonshire, Grampian, Inverness-shire, Kincardineshire, Kinross-shire, Kirkcudbrightshire, Lanarkshire, Lothian, Midlothian, Morayshire, Nairnshire, Orkney, Peeblesshire, Perthshire, Ross-shire, Roxburghshire, Selkirkshire, Shetland, Stirlingshire, Strathclyde, Sutherland, Tayside, Western Isles, Wigtownshire',
  'GB-WLS':
    'Brecknockshire, Caernarfonshire, Cardiganshire, Clwyd, Dyfed, Glamorgan, Gwent, Merionethshire, Mid Glamorgan, Montgomeryshire, Radnorshire, South Glamorgan, West Glamorgan, Anglesey',
  'BE-BRU': 'Brussel, Brussels, Bruxelles, Bruxelles-Capitale, Région de Bruxelles-Capitale',
  'BE-VLG': 'Vlaanderen, Flandre',
  'BE-WAL': 'Wallonie, Wallonië',
  'CZ-52': 'Praha',
  'DK-18': 'Midtjylland',
  'ES-07': 'Baleares, Islas Baleares',
  'ES-34': 'Principado de Asturias',
  'ES-55': 'Castilla - Leon',
  'ES-56': 'Cataluña',
  'ES-58': 'La Coruña',
  'ES-59': 'Euskadi, Guipúzcoa, Vizcaya',
  'ES-60': 'Comunidad Valenciana, Comunitat Valenciana',
  'CA-13': 'Northwest Territory',
  'CA-14': 'Nunavut Territory',
  'DE-12': 'Mecklenburg-Western Pomerania',
  'FI-07': 'Päijänne Tavastia',
  'FI-10': 'Southern Savonia',
  'FI-11': 'Northern Savo',
  'IT-01': 'Abruzzi',
  'NL-03': 'Guelders',
  'PT-23': 'Açores',
  'FR-24': 'Centre',
  'FR-27': 'Bourgogne, Franche-Comté',
  'FR-28': 'Basse-Normandie, Haute-Normandie',
  'FR-32': 'Nord-Pas-de-Calais, Picardie',
  'FR-44': 'Alsace, Champagne-Ardenne, Lorraine',
  'FR-75': 'Aquitaine, Limousin, Poitou-Charentes',
  'FR-76': 'Languedoc-Roussillon, Midi-Pyrénées',
  'FR-84': 'Auvergne, Rhône-Alpes',
}
const writtenParts = Object.entries(written).flatMap(([state, names]) =>
  names.split(', ').map((name): Alias => ({ state, kind: 'part', name })),
)

const states = rowsIn('states.csv.gz')
const byName = new Map<string, string>()
for (const { id = '', country_id = '', name = '' } of states) byName.set(`${country_id}/${keyOf(name)}`, id)
for (const { state_id = '', name = '' } of rowsIn('state-names.csv')) {
  const state = states.find(({ id }) => id === state_id)
  if (state) byName.set(`${state.country_id}/${keyOf(name)}`, state_id)
}
const byCode = new Map(iso31662.map((each) => [each.code, each]))
const recognizedAs = new Map(iso31662.flatMap((each) => entries(each.code, stateOf(each))))
/** The code of each state: where a region and its province have one name, the region's. */
const codeOf = new Map(
  [...recognizedAs].sort(([a], [b]) => depth(b) - depth(a)).map(([code, state]) => [state, code]),
)
const aliases = [...iso31662.flatMap(aliasesOf), ...writtenParts]

const text = [
  ...new Set(aliases.map(({ state, kind, name }) => [state, kind, quoted(name)].join(','))),
].sort()
writeFileSync(
  new URL('state-aliases.csv', import.meta.url),
  `${['state_id,kind,name', ...text].join('\n')}\n`,
)

/** The subdivision that another one is in, undefined where that is the country. */
function wholeOf(code: string): string | undefined {
  const whole = containers.get(code.replace('-', '').toLowerCase())
  const named = iso31662.find((each) => each.code.replace('-', '').toLowerCase() === whole)
  const parent = named?.code ?? byCode.get(code)?.parent
  return parent?.includes('-') ? parent : undefined
}

function aliasesOf({ code, name }: Subdivision): Alias[] {
  const country = code.slice(0, 2)
  // What the United States has is known by its post.
  if (country === 'US') return []
  const state = recognizedAs.get(code) ?? ancestorState(wholeOf(code) ?? '')
  if (!state) return []
  const isState = codeOf.get(state) === code
  const kind = isState ? 'name' : 'part'
  return [
    { state, kind: isState ? 'code' : 'part', name: code },
    ...namesOf(code, name).map((each): Alias => ({ state, kind, name: each })),
  ]
}

function namesOf(code: string, name: string): string[] {
  const given = english[code.replace('-', '').toLowerCase()] ?? ''
  // "Valle d'Aosta, Vallée d'Aoste" is two languages, "Asturias, Principado de" one name turned round.
  const bare = name.replace(/^(Region|Région|Provincia de|Comunidad de) | (kraj|City|län)$/g, '')
  const parts = name.split(/, | \/ |\s*[[(]|[\])]/).map((part) => part.trim())
  return [...new Set([name, bare, given, ...parts].filter((each) => each.length > 2 && keyOf(each) !== ''))]
}

function ancestorState(code: string): string | undefined {
  const found = recognizedAs.get(code)
  const parent = wholeOf(code)
  return found ?? (parent ? ancestorState(parent) : undefined)
}

function depth(code: string): number {
  const parent = wholeOf(code)
  return parent ? depth(parent) + 1 : 0
}

function stateOf({ code, name }: Subdivision): string | undefined {
  const hand = byHand[code]
  if (hand) return hand
  for (const each of namesOf(code, name)) {
    const found = byName.get(`${code.slice(0, 2)}/${keyOf(each)}`)
    if (found) return found
  }
  return undefined
}

function entries(code: string, state: string | undefined): [string, string][] {
  return state ? [[code, state]] : []
}

/** A name without accents and without what says only what kind of place it is. */
function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(
      /\b(the|of|de|del|la|and|province|region|county|state|department|district|governorate|oblast|voivodeship|prefecture|parish|canton|municipality|autonomous|community|emirate|republic|city|council|provincia|departamento|comarca|division|comunidad|principado|region)\b/g,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function rowsIn(file: string): Record<string, string>[] {
  const bytes = readFileSync(new URL(file, import.meta.url))
  return parse(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true, bom: true })
}

function quoted(value: string) {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
