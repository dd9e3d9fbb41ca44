/** The columns of a roster, in the order of the documented header (docs/importing-providers.md). */
export const columns = [
  'id',
  'name',
  'tin',
  'addressOne',
  'addressTwo',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
  'fax',
  'contact',
  'providerType',
  'specialty',
  'network',
  'latitude',
  'longitude',
  'preferred',
  'hideVOB',
  'vobMessage',
  'hours',
  'languages',
  'website',
  'accepting',
  'verified',
  'source',
] as const

export type Column = (typeof columns)[number]

/** A row of a roster as text, before validation; missing columns are empty. */
export type RosterRow = Record<Column, string>

/** The maximum length of each column, in characters. */
export const maxLengths: Record<Column, number> = {
  id: 100,
  name: 300,
  tin: 30,
  addressOne: 300,
  addressTwo: 300,
  city: 150,
  state: 100,
  zipcode: 20,
  country: 100,
  phone: 60,
  fax: 60,
  contact: 300,
  providerType: 100,
  specialty: 300,
  network: 40,
  latitude: 40,
  longitude: 40,
  preferred: 10,
  hideVOB: 10,
  vobMessage: 2000,
  hours: 500,
  languages: 300,
  website: 300,
  accepting: 10,
  verified: 20,
  source: 100,
}
