/** Messages of the provider search endpoints that the page does not share. */
export const searchMessages = {
  unknownDefinition: 'This provider search does not exist.',
  definitionMissing: 'Send the provider search code in the provider-code header.',
  definitionsDisagree: 'The provider-code header and providerSearchCode name different provider searches.',
  incompletePoint: 'Send both latitude and longitude, or neither.',
  unknownNetwork: 'This network is not part of this provider search.',
  taxIdNotSearched: 'This provider search does not support tax ID searches.',
  facilityTypes: 'Facility Types',
  specialties: 'Specialties',
} as const
