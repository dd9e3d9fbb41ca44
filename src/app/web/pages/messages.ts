/** What is to be read on pages that load by themselves and say something at length. */
export const messages = {
  noData: 'No Report Data Found',
  noDataAdvice:
    'There is nothing in this period for these clients. Other dates or other clients may have something.',
  toReports: 'Back to reports',
  cookiesLead:
    'The portal keeps a few settings in your browser, so that it is as you left it. Nobody else reads them, and nothing here follows you to other sites. Clearing your browser’s site data removes them.',
  kept: [
    ['Colors', 'Whether you chose light or dark colors.'],
    ['Rows per page', 'How many results you like to see at once.'],
    ['Columns of results', 'Which columns you chose to see.'],
    ['Keyboard shortcuts', 'Whether you turned them off.'],
    [
      'What you type into a search',
      'Until you log out or close the tab, so that loading the page again loses nothing.',
    ],
    [
      'What you type for an ID card',
      'The policy number and the names, not the date of birth: until you log out or close the tab, and for half an hour at most.',
    ],
    [
      'Your sign-in',
      'Who you are and which client’s portal you look at, until you log out; the clients you visited last stay. One cookie holds the session; no script can read it.',
    ],
    [
      'Your login as a member',
      'What your page shows, until you log out. One cookie holds the session; no script can read it.',
    ],
    [
      'Your answer about cookies',
      'So that we ask only once. If you agree, the page also notes for the company’s statistics that a search was made and for which client: no names, no places, nothing about you.',
    ],
  ],
  creditLines: [
    [
      'Places and postal codes come from ',
      { label: 'GeoNames', url: 'https://www.geonames.org/' },
      ', under the ',
      { label: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
      ' license.',
    ],
    [
      'The map’s coasts and lakes come from ',
      { label: 'GSHHG', url: 'https://www.soest.hawaii.edu/pwessel/gshhg/' },
      ', under the ',
      { label: 'GNU Lesser General Public License', url: 'https://www.gnu.org/licenses/lgpl-3.0.html' },
      ', its countries’ borders from ',
      { label: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
      ', and its states and counties from the ',
      {
        label: 'United States Census Bureau',
        url: 'https://www.census.gov/geographies/mapping-files.html',
      },
      '.',
    ],
    [
      'The portal is built on open-source software, among it React, Mantine, TanStack, Fastify and PostgreSQL. The full list with its licenses comes with the portal’s source.',
    ],
  ],
} as const
