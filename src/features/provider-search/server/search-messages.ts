/** Messages of the provider search endpoints that the page does not share. */
export const searchMessages = {
  invalidSearch:
    'Please modify your search criteria and try again. Ensure you have entered sufficient information for a valid search, such as a location or provider details.',
  noResults: 'No results were found.  Please select new search criteria and try again.',
  unknownDefinition: 'This provider search does not exist.',
  definitionMissing: 'Send the provider search code in the provider-code header.',
  definitionsDisagree: 'The provider-code header and providerSearchCode name different provider searches.',
  incompletePoint: 'Send both latitude and longitude, or neither.',
  unknownNetwork: 'This network is not part of this provider search.',
  taxIdNotSearched: 'This provider search does not support tax ID searches.',
  facilityTypes: 'Facility Types',
  specialties: 'Specialties',
  /** For operators. */
  captchaKeyRotated:
    'The portal now uses the new key. Visitors who are solving a captcha need to solve a new one.',
} as const

/** Text of the emails that the provider search sends. */
export const mailMessages = {
  feedbackSubject: (provider: string) => `Provider feedback: ${provider}`,
  feedbackProvider: 'Provider',
  feedbackSearch: 'Search',
  feedbackName: 'From',
  feedbackEmail: 'Email',

  providersSubject: (count: number, company: string) =>
    `${count === 1 ? 'Medical provider details' : `Details of ${count} medical providers`} from ${company}`,
  greeting: 'Hello,',
  providersSelected: (count: number, company: string) =>
    count === 1
      ? `Here is the medical provider that was selected for you in the ${company} provider search.`
      : `Here are the ${count} medical providers that were selected for you in the ${company} provider search.`,
  selectedBy: (sender: string) => `Selected by: ${sender}`,
  repliesTo: (address: string) => `Reply to: ${address}`,
  caseNumber: (caseNumber: string) => `Case number: ${caseNumber}`,
  withCase: (subject: string, caseNumber: string) => `${subject} (case ${caseNumber})`,
  noteFrom: (name: string) => `Message from ${name}:`,
  contact: 'Contact',
  phone: 'Phone',
  fax: 'Fax',
  hours: 'Hours',
  directions: 'Directions',
  distance: (distance: string, unit: 'mi' | 'km', center: string) =>
    `${distance} ${unit} from ${center ? `the center of ${center}` : 'the location searched'}`,
  providerSearch: 'Provider Search',
  callFirst:
    'Please call the provider before your visit to confirm the address, office hours and network participation.',
  questions: (email: string) => `Questions? Our customer service team is available 24/7/365 at ${email}.`,
  unverifiedNote: (company: string) =>
    `The sender entered this name and message; ${company} has not verified them.`,
  unverified: (company: string) => `The sender entered this name; ${company} has not verified it.`,
  unexpected: 'If you did not expect this email, you can ignore it.',
} as const

/** Text of the PDF of providers. */
export const listMessages = {
  title: 'Provider List',
  prepared: (search: string, day: string) => `${search}, ${day}`,
  count: (count: number) => (count === 1 ? '1 provider' : `${count} providers`),
  missing: (count: number) =>
    `${count === 1 ? '1 selected provider is' : `${count} selected providers are`} no longer in this search and ${count === 1 ? 'was' : 'were'} left out.`,
  page: (company: string, page: number, pages: number) => `${company} · Page ${page} of ${pages}`,
} as const
