/** Messages of the client data search forms. Kept out of the main messages because public pages do not use them. */
export const clientSearchMessages = {
  clientsFailed:
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  clientsNotReady:
    'Client list is not yet initialized and is required for search. Please try again in a moment.',
  clientsLoading: '** Clients Loading **',
  criteria: 'Search criteria',
  clients: 'Clients',
  allClients: 'All Clients',
  availableClients: 'Available clients',
  chosenClients: 'Selected clients',
  addClients: 'Add',
  addAllClients: 'Add all',
  removeClients: 'Remove',
  removeAllClients: 'Remove all',
  errorSummary: 'Please check these fields:',
  search: 'Search',
  editSearch: 'Edit search',
  severalClients: (count: number) => `${count.toLocaleString('en-US')} clients`,
  reset: 'Reset',
  cancel: 'Cancel',
  stillRunningTitle: 'Search in progress',
  stillRunning:
    'Your previous search is still running. Would you like to proceed with these new search parameters instead?',
  searching: 'Searching',
  client: 'Client',
  filters: {
    open: 'Search and filter',
    close: 'Done',
    clear: 'Clear filters',
    from: 'From',
    to: 'To',
    notDate: 'Enter a date, such as 3/1/2026.',
    reversed: 'Enter a date that is not before “From”.',
  },
} as const
