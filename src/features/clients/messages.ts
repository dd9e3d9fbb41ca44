/** Every sentence of the clients' pages that a person can meet, word for word where the specification says it. */
export const messages = {
  configurationFailed:
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  tryAgain: 'Try again',

  home: 'Home',
  welcome: (client: string) => `Welcome to the portal of ${client}`,
  loadingHome: 'Loading the home page',
  homeFailed: 'An error occurred getting home page',
  captions: 'Captions',
  video: (client: string) => `A film for ${client}`,

  selector: 'Select client',
  client: 'Client',
  choose: '--Select a client--',
  go: 'Go to Selected Client Portal',
  recent: 'Recently visited clients',
  noRecent: 'The clients that you visit will stand here.',
  searches: 'Provider searches',
  searchesFailed: 'An error occurred retrieving the provider searches.',
  newTab: '(opens in a new tab)',
  loadingClients: 'Loading the clients',
  clientsFailed: 'An error occurred retrieving client profiles.',

  team: 'Dedicated Team',
  teamLead: (client: string) => `Who looks after ${client}.`,
  noTeam: 'Nobody is named here yet. Customer service answers around the clock.',
  loadingTeam: 'Loading your dedicated team',
} as const
