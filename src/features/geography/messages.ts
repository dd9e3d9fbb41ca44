/** User-facing text about places (first specification, section 8). */
export const messages = {
  notFound: 'Unable to geocode location',
  nothingNear: 'We couldn’t find a place near this position.',
  postalCode: (code: string, place: string) => `postal code ${code} (${place})`,
}
