import type { LocatedRow, ProviderRow } from './provider-row.ts'

/** A provider as search results show it: JSON without `distance`, `network`, `tin` and the closing brace. */
export function providerJson(row: LocatedRow): string {
  const provider = {
    hash: row.hash,
    id: row.id,
    name: row.name,
    addressDisplay: addressLine(row),
    addressOne: row.addressOne,
    addressTwo: row.addressTwo,
    city: row.city,
    state: row.stateShown,
    zipcode: row.zipcode,
    country: row.countryId,
    phone: row.phone,
    fax: row.fax,
    contact: row.contact,
    providerType: row.typeDescription,
    providerTypeId: row.typeId,
    specialty: row.specialty,
    networkCode: row.network,
    latitude: row.latitude,
    longitude: row.longitude,
    preferred: row.preferred,
    hideVOB: row.hideVOB,
    vobMessage: row.vobMessage,
  }
  return JSON.stringify(provider).slice(0, -1)
}

/**
 * Formats the address on one line: "1 Main St, Suite 2, Miami, FL 33131"; an address abroad includes the
 * country.
 */
export function addressLine(row: ProviderRow): string {
  const { addressOne, addressTwo, city, stateShown, zipcode, countryId, countryName } = row
  const region =
    countryId === 'US'
      ? [city, joinWithSpace(stateShown, zipcode)]
      : [joinWithSpace(city, zipcode), stateShown === city ? null : stateShown, countryName]
  return [addressOne, addressTwo, ...region].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ')
}

const joinWithSpace = (first: string | null, second: string | null) =>
  first && second ? `${first} ${second}` : (first ?? second)
