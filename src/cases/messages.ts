/** Every sentence of the cases that a person can meet, word for word as specified. */
export const messages = {
  termMissing: 'Please enter a value to search by',
  dateMissing: 'Please enter a date to search by',
  incidentNumberLength: 'Please enter an 11-digit Indicent #',
  datesReversed: 'Please ensure start date is before end date',
  spanTooLong: 'Please ensure start date and end date are within 6 months',
  clientMissing: 'Please select at least one client',
  kindMissing: 'Please select at least one activity type',
  moreThanShown: (shown: number) =>
    `There are more than ${shown.toLocaleString('en-US')} incidents; these are the first by patient name. Please narrow your search to see the others.`,
  documentMissing: 'This document was not found.',
  documentDamaged: 'This document cannot be opened at present.',
} as const
