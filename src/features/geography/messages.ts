/** What people read about places (first specification, section 8). */
export const messages = {
  notFound: 'Unable to geocode location',
}
