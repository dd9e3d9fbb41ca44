/** The type of a provider whose roster does not say one: found under "All" only. */
export const untyped = '0000000000'

/** A row of a roster, checked, but for the point when the roster has none. */
export type ProviderRow = {
  line: number
  hash: string
  network: string
  /** The name of the roster it belongs to. */
  source: string
  id: string
  name: string
  tin: string | null
  addressOne: string | null
  addressTwo: string | null
  city: string | null
  stateId: string | null
  stateShown: string | null
  zipcode: string | null
  countryId: string
  countryName: string
  phone: string | null
  fax: string | null
  contact: string | null
  typeId: string
  typeDescription: string
  /** Where the type stands among all; neighbours in the table are ordered by it. */
  typePosition: number
  specialty: string | null
  latitude: number | null
  longitude: number | null
  locatedBy: 'roster' | 'zip' | 'city'
  preferred: boolean
  hideVOB: boolean
  vobMessage: string | null
  /** Hours, languages, website and the like, as JSON text; null where the roster has none of them. */
  details: string | null
  /** What the row names as its state and no state is; null where there is none such. */
  unknownState: string | null
  /** What is doubtful about the row, in words. */
  warnings: readonly string[]
}

/** A checked row that has its point. */
export type LocatedRow = ProviderRow & { latitude: number; longitude: number }

/** A row that has its point, or why it cannot be imported. */
export type Placement = { row: LocatedRow } | { reason: string; isUnplaced?: boolean }
