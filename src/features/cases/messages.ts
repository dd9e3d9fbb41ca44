const searchTypes = {
  NAMEL: 'Patient Last Name',
  DOB: 'Date of Birth',
  POLICY: 'Policy #',
  ITN: 'ITN #',
  CLAIMNO: 'Incident #',
} as const
type SearchType = keyof typeof searchTypes

const nameRange = (first: number, last: number) =>
  first === last ? `page ${first}` : `pages ${first} to ${last}`

const count = (one: string, several: string) => (number: number) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : several}`

/** User-facing text of the case pages. The specification fixes most of these strings. */
export const messages = {
  termMissing: 'Please enter a value to search by',
  dateMissing: 'Please enter a date to search by',
  incidentNumberLength: 'Please enter an 11-digit Indicent #',
  datesReversed: 'Please ensure start date is before end date',
  spanTooLong: 'Please ensure start date and end date are within 6 months',
  clientMissing: 'Please select at least one client',
  kindMissing: 'Please select at least one activity type',
  moreThanShown: (shown: number) =>
    `Showing the first ${shown.toLocaleString('en-US')} incidents by patient name. Narrow your search to see the rest.`,
  newestShown: (shown: number) =>
    `Showing the ${shown.toLocaleString('en-US')} incidents with the newest activity. Narrow your search to see the rest.`,
  noteMissing: 'Enter the text of the note.',
  noteTooLong: (length: number, max: number) =>
    `A note can have up to ${max.toLocaleString('en-US')} characters; this one has ${length.toLocaleString('en-US')}.`,
  noteIdReused: 'This note ID was already used for a different note. Send a new ID with each new note.',
  /** The type of notes that staff write in the portal. */
  staffNote: 'Staff note',
  incidentNotFound: 'There is no such incident.',
  titles: {
    summary: (incident: string) => `Case summary for incident ${incident}`,
    medical_record: (incident: string, first: number, last: number) =>
      `Medical record for incident ${incident}, ${nameRange(first, last)}`,
    case_document: (incident: string, first: number, last: number) =>
      `Case document for incident ${incident}, ${nameRange(first, last)}`,
  },

  patientsFailed: 'An error occurred retrieving patient results.',
  activityFailed: 'An error occurred retrieving current activity results.',
  recordsFailed: 'An error occurred retrieving patient medical records.',
  documentsFailed: 'An error occurred retrieving patient case documents.',
  notesFailed: 'An error occurred retrieving patient notes.',
  timelineFailed: 'An error occurred retrieving the case timeline.',
  resultsBroken: 'There was an error processing the search results. Please search again.',
  noPatients: 'No Patients Found',
  noIncidents: 'No Incidents Found',
  noRecords: 'No records found',
  noDocuments: 'No documents found',
  noNotes: 'No notes found',
  noActivity: 'No activity found',
  noPatientsAdvice: 'Check the spelling, or try another search type or client.',
  findSimilarNames: (name: string) => `Find names like “${name}”`,
  noIncidentsAdvice: 'No activity of these types in this date range. Try other dates, clients or types.',
  noRecordsAdvice: 'Check the other sections of the case.',
  noActivityAdvice: 'Nothing has been added to this incident, and none of its bills have been processed yet.',

  patientSearch: 'Patient Search',
  currentActivity: 'Current Activity',
  searchType: 'Search By',
  searchTerm: 'Search For',
  searchTypes,
  searchedFor: (type: SearchType, term: string) => `${searchTypes[type]} “${term}”`,
  startDate: 'Start Date',
  endDate: 'End Date',
  activityList: 'Activity Types',
  activityKinds: {
    ALL: 'All',
    MR: 'Medical Records',
    CASE: 'Case Documents',
    BILLS: 'Bills',
    NOTES: 'Notes',
    NEW: 'New Cases',
  },
  allTypes: 'All types',
  dayRange: (first: string, last: string) => `${first} to ${last}`,
  quickRanges: {
    title: 'Quick ranges',
    today: 'Today',
    yesterday: 'Yesterday',
    lastSevenDays: 'Last 7 days',
    lastThirtyDays: 'Last 30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
  client: 'Client',
  activity: 'Activity',
  newestFirst: 'Newest first',
  happened: {
    entered: 'New case',
    records: count('record', 'records'),
    documents: count('document', 'documents'),
    bills: count('bill', 'bills'),
    notes: count('note', 'notes'),
  },
  open: 'Open',
  searchAgain: 'Search again',
  earlierResults: 'These results are from your previous search. Select Search to update them.',

  results: 'Results',
  found: (count: number, areThereMore: boolean) =>
    count === 1
      ? '1 result found'
      : `${areThereMore ? 'More than ' : ''}${count.toLocaleString('en-US')} results found`,
  withCase: (count: number) => `${count.toLocaleString('en-US')} with a case`,
  asOf: (instant: string) => `As of ${instant}`,
  patientName: 'Patient Name',
  dateOfBirth: 'Date of Birth',
  policyNumber: 'Policy #',
  effectiveDate: 'Effective Date',
  incidentNumber: 'Incident #',
  dateOfIncident: 'Date of Incident',
  incidentDescription: 'Incident Description',
  enterDate: 'Enter Date',
  pages: {
    overview: 'Overview',
    'medical-records': 'Medical Records',
    'case-documents': 'Case Documents',
    billing: 'Billing',
    notes: 'Notes',
    timeline: 'Timeline',
  },
  /** The title of a browser tab. It names no patient, because browsers keep it in their history. */
  sectionTitle: (incident: string, section: string) => `${incident} · ${section}`,
  caseSummary: 'Case Summary',
  /** Short labels of the links of a row; each is part of the full name above. */
  shortPages: {
    'medical-records': 'Records',
    'case-documents': 'Documents',
    billing: 'Billing',
    notes: 'Notes',
    timeline: 'Timeline',
  },
  shortCaseSummary: 'Summary',
  linkLabel: (section: string, about: string) => `${section}: ${about}`,

  caseHeader: 'Patient and incident',
  caseSections: 'Case sections',
  backToResults: 'Back to results',
  goToSearch: (search: string) => `Go to ${search}`,
  previousCase: (patient: string) => `Previous case: ${patient}`,
  nextCase: (patient: string) => `Next case: ${patient}`,
  position: (position: number, all: number) =>
    `Case ${position.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
  age: (years: number) => `(age ${years})`,
  details: 'Details',
  copyIncident: 'Copy incident number',
  copied: 'Copied',
  copyFailed: 'We couldn’t copy the number. Select it and copy it with your keyboard.',
  showAll: 'Show all',
  showLess: 'Show less',
  loadingCase: 'Loading case',
  caseFailed: 'An error occurred retrieving the case.',
  caseNotFound:
    'We can’t find this case. It may have been removed, or you may not have access to its client. Search for it, or ask your administrator for access.',
  otherClient: (client: string) => `This tab shows ${client}. The case may belong to another client.`,
  selectClient: 'Select client',
  loading: (what: string) => `Loading ${what}`,
  dateAdded: 'Date Added',
  pageNumbers: 'Pages',
  view: 'View',
  viewPages: (what: string, pages: string) =>
    `View: ${what}, ${pages.includes('-') ? 'pages' : 'page'} ${pages}`,
  timestamp: 'Date',
  type: 'Type',
  author: 'Author',
  noteText: 'Note',
  timeline: {
    kinds: {
      MR: 'Medical records added',
      CASE: 'Case documents added',
      BILLS: 'Bills processed',
      NOTES: 'Notes written',
      AUTH: 'Authorizations',
    },
    authorizations: {
      received: 'Authorization received',
      A: 'Authorization approved',
      D: 'Authorization denied',
      I: 'Authorization: additional info needed',
      O: 'Authorization: special handling',
    },
    authorization: (what: string, itn: string, amount: string) => `${what} (${itn}, ${amount})`,
    covered: (covered: string, total: string) => `${covered} of ${total}`,
    activity: 'Activity',
    count: 'Count',
    days: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    total: (what: string, count: number) => `${what}: ${count.toLocaleString('en-US')}`,
    chartLabel: (days: string, totals: string) => `Activity, ${days}. ${totals}.`,
    dotSizes: (largest: number, isShared: boolean) =>
      `Larger dots mean more items (up to ${largest.toLocaleString('en-US')}).${isShared ? ' Nearby days are combined.' : ''}`,
    waiting: (bills: number) =>
      bills === 1
        ? "1 bill hasn't been processed yet, so it isn't on the timeline."
        : `${bills.toLocaleString('en-US')} bills haven't been processed yet, so they aren't on the timeline.`,
  },

  summaryDocument: {
    title: 'Case Summary',
    incident: 'Incident #',
    enterDate: 'Entered',
    patient: 'Patient',
    name: 'Name',
    dateOfBirth: 'Date of birth',
    patientCode: 'Patient code',
    client: 'Client',
    policy: 'Policy #',
    effectiveDate: 'Effective date',
    event: 'Incident',
    dateOfIncident: 'Date of incident',
    description: 'Description',
    summary: 'Summary',
    page: (incident: string, page: number, pages: number) =>
      `Case summary for incident ${incident}, page ${page} of ${pages}`,
  },
} as const
