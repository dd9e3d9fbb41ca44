/** Every sentence that the calls of the provider search answer with, besides those that the page says too. */
export const searchMessages = {
  unknownDefinition: 'There is no such provider search.',
  definitionMissing: 'Name the provider search in the provider-code header.',
  definitionsDisagree: 'The provider-code header and providerSearchCode name different provider searches.',
  halfAPoint: 'Give latitude and longitude together, or neither.',
  unknownNetwork: 'This provider search has no such network.',
  taxIdNotSearched: 'This provider search does not search by tax id.',
  facilityTypes: 'Facility Types',
  specialties: 'Specialties',
} as const
