/** User-facing text of the client pages; the specification's wording where it gives one. */
export const messages = {
  configurationFailed:
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  tryAgain: 'Try again',

  home: 'Home',
  welcome: (client: string) => `Welcome to ${client}’s portal`,
  homeContent: (client: string) => `From ${client}`,
  loadingHome: 'Loading the home page',
  homeFailed: 'An error occurred getting home page',
  captions: 'Captions',
  video: (client: string) => `Video: ${client}`,

  selector: 'Select client',
  client: 'Client',
  choose: '--Select a client--',
  go: 'Go to Selected Client Portal',
  allClients: 'All clients',
  findClient: 'Find a client',
  noClient: 'No clients match.',
  moreClients: (shown: number) => `Showing the first ${shown} clients. Type a name to find others.`,
  pending: (count: number) => `${count.toLocaleString('en-US')} pending`,
  oldest: (wait: string) => `Oldest: ${wait}`,
  loadingPending: 'Loading pending authorizations',
  pendingFailed: 'We couldn’t load the pending authorizations. Reload the page to try again.',
  recent: 'Recently visited clients',
  noRecent: 'Clients you visit will appear here.',
  searches: 'Provider searches',
  searchesFailed: 'An error occurred retrieving the provider searches.',
  newTab: '(opens in a new tab)',
  loadingClients: 'Loading clients',
  clientsFailed: 'An error occurred retrieving client profiles.',

  team: 'Dedicated Team',
  teamLead: (client: string) => `Your contacts for ${client}.`,
  noTeam: 'No contacts have been added yet. Customer service is available 24/7.',
  loadingTeam: 'Loading your dedicated team',
} as const
