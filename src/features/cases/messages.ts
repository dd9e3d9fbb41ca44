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
  titles: {
    summary: (incident: string) => `Case summary of incident ${incident}`,
    medical_record: (incident: string, first: number, last: number) =>
      `Medical record of incident ${incident}, pages ${first} to ${last}`,
    case_document: (incident: string, first: number, last: number) =>
      `Case document of incident ${incident}, pages ${first} to ${last}`,
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
  noPatientsAdvice: 'Please check what you searched for, or search by something else or for other clients.',
  noIncidentsAdvice:
    'Nothing of these types is dated in this range. Please choose other dates, clients or types.',
  noRecordsAdvice:
    'Nothing has been added to this incident yet. Other parts of the case may have what you need.',
  noActivityAdvice: 'Nothing has been added to this incident, and no bill of it has been processed yet.',

  patientSearch: 'Patient Search',
  currentActivity: 'Current Activity',
  searchType: 'Search By',
  searchTerm: 'Search For',
  searchTypes: {
    NAMEL: 'Patient Last Name',
    DOB: 'Date of Birth',
    POLICY: 'Policy #',
    ITN: 'ITN #',
    CLAIMNO: 'Incident #',
  },
  startDate: 'Start Date',
  endDate: 'End Date',
  activityList: 'Activity Types',
  activityKinds: {
    ALL: 'All',
    MR: 'Medical Records',
    CASE: 'Case Documents',
    BILLS: 'Bills',
    NOTES: 'Notes',
  },
  client: 'Client',
  searchAgain: 'Search again',
  earlierResults: 'These results are of your previous search: the one above was not made yet.',

  results: 'Results',
  found: (count: number, areThereMore: boolean) =>
    count === 1
      ? '1 result found'
      : `${areThereMore ? 'More than ' : ''}${count.toLocaleString('en-US')} results found`,
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
    'medical-records': 'Medical Records',
    'case-documents': 'Case Documents',
    billing: 'Billing',
    notes: 'Notes',
    timeline: 'Timeline',
  },
  caseSummary: 'Case Summary',
  wayOf: (way: string, about: string) => `${way}: ${about}`,

  ofCase: 'Patient and incident',
  partsOfCase: 'Parts of the case',
  backToResults: 'Back to the results',
  loadingCase: 'Loading the case',
  caseGone: 'This case is not among the results of your search. Please search again.',
  loading: (what: string) => `Loading ${what}`,
  dateAdded: 'Date Added',
  pageNumbers: 'Pages',
  view: 'View',
  viewPages: (what: string, pages: string) => `View: ${what}, pages ${pages}`,
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
    },
    activity: 'Activity',
    count: 'Count',
    days: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    total: (what: string, count: number) => `${what}: ${count.toLocaleString('en-US')}`,
    gist: (days: string, totals: string) => `Activity, ${days}. ${totals}.`,
    size: (largest: number, isShared: boolean) =>
      `A larger mark stands for more, the largest for ${largest.toLocaleString('en-US')}.${isShared ? ' Days close together share a mark.' : ''}`,
    waiting: (bills: number) =>
      bills === 1
        ? '1 bill is not processed yet. It has no day on the timeline until it is.'
        : `${bills.toLocaleString('en-US')} bills are not processed yet. They have no day on the timeline until they are.`,
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
      `Case summary of incident ${incident}, page ${page} of ${pages}`,
  },
} as const
