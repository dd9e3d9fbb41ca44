/** The provider type of rows that name none; such providers appear only under "All". */
export const untyped = '0000000000'

/** A validated row of a roster; its point is null if the roster has none. */
export type ProviderRow = {
  line: number
  hash: string
  network: string
  /** The name of the source that the row belongs to. */
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
  /** The position of the type among all types, which determines the storage order. */
  typePosition: number
  specialty: string | null
  latitude: number | null
  longitude: number | null
  locatedBy: 'roster' | 'zip' | 'city'
  preferred: boolean
  hideVOB: boolean
  vobMessage: string | null
  /** Hours, languages, website and other details as JSON; null if the roster has none. */
  details: string | null
  /** The state that the row names, if it is unknown; else null. */
  unknownState: string | null
  /** Warnings about doubtful values. */
  warnings: readonly string[]
}

/** A validated row with its point. */
export type LocatedRow = ProviderRow & { latitude: number; longitude: number }

/** A row with its point, or the reason why it cannot be imported. */
export type Placement = { row: LocatedRow } | { reason: string; isUnplaced?: boolean }
