import type { ClientConfiguration } from '#clients/contract.ts'

/** The configuration of a client whose staff may use every page. */
export const everything: ClientConfiguration = {
  clientId: 'alpine',
  clientName: 'Alpine',
  clientCodes: {},
  reports: [],
  accountManagement: [],
  currentActivity: true,
  patientSearch: true,
  clientAuth: true,
  caseSummary: true,
  mayDecide: true,
  isInternal: false,
  version: '1',
  providerSearches: [
    { code: 'secure', name: 'Secure Search', url: '/secure-search', isSecure: true, isVOB: true },
  ],
}
