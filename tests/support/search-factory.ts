import type { Family, Provider, SearchInfo } from '#provider-search/contract.ts'

/** A search definition as sent to a page, with one network of a family by default. */
export function aSearch(family: Family, changes: Partial<SearchInfo> = {}): SearchInfo {
  return {
    code: 'aSearch',
    name: 'A Provider Search',
    title: 'A Provider Search',
    url: '/a-provider-search',
    isVOB: false,
    networks: { [family]: `${family} network` },
    families: { [family]: family },
    taxIdNetworks: [],
    emailNetworks: [],
    unit: 'km',
    feedback: false,
    clientName: 'Public',
    messages: { invalidSearch: 'Too little.', noResults: 'Nothing.' },
    ...changes,
  }
}

/** A provider in a search response. */
export function aProvider(changes: Partial<Provider> = {}): Provider {
  return {
    hash: 'a-provider',
    id: '1',
    name: 'A Provider',
    tin: null,
    addressDisplay: '1 Main St, Miami, FL 33131',
    addressOne: '1 Main St',
    addressTwo: null,
    city: 'Miami',
    state: 'FL',
    zipcode: '33131',
    country: 'US',
    phone: null,
    fax: null,
    contact: null,
    providerType: 'Clinic',
    providerTypeId: '261Q00000X',
    specialty: null,
    distance: null,
    networkCode: 'publicDomestic',
    network: 'A Network',
    latitude: 25.77,
    longitude: -80.19,
    preferred: false,
    hideVOB: false,
    vobMessage: null,
    details: null,
    ...changes,
  }
}
