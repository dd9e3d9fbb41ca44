import type { State } from './contract.ts'

const states = `
  AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
  DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa,
  KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota,
  MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey,
  NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon,
  PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah,
  VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`

const territories = 'GU Guam, VI Virgin Islands, PR Puerto Rico'

/** The separator between states and territories, which cannot be selected. */
const separator: State = {
  id: '-',
  name: '──────────',
  abbreviation: null,
  showDisclaimer: false,
  disabled: true,
}

/** The states of every domestic search, in display order (first specification, section 3). */
export const domesticStates: readonly State[] = [
  ...parseStates(states, { showDisclaimer: false }),
  separator,
  ...parseStates(territories, { showDisclaimer: true }),
]

/** The mean radius of the earth, in kilometers. */
export const earthRadius = 6371.0088

type Place = { latitude: number; longitude: number }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance between two places, in kilometers. */
export function kilometersBetween(a: Place, b: Place): number {
  const [latitude, longitude] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The last zoom with land tiles for the whole world; closer zooms enlarge these tiles. */
export const lastLandZoom = 7
/** The zoom of the most detailed shore tiles for towns and cities. */
export const shoreZoom = 9
/** The last zoom with tiles for borders, rivers and names. */
export const lastNameZoom = 6
/** The zoom of the tiles with ZIP codes. */
export const postalZoom = 7
/** The last zoom with tiles for urban areas, railroads and airports. */
export const builtUpZoom = 6

function parseStates(text: string, { showDisclaimer }: Pick<State, 'showDisclaimer'>): State[] {
  return text.split(',').map((entry) => {
    const id = entry.trim().slice(0, 2)
    return { id, name: entry.trim().slice(3), abbreviation: id, showDisclaimer, disabled: false }
  })
}
