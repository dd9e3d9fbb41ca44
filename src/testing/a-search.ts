import type { Family, SearchInfo } from '#provider-search/contract.ts'

/** A search definition as a page knows it, on one network of a family unless told. */
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
    messages: { invalidSearch: 'Too little.', noResults: 'Nothing.' },
    ...changes,
  }
}
