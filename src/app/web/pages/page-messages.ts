/** Longer text of pages that load on demand. */
export const messages = {
  noData: 'No Report Data Found',
  noDataAdvice: 'These clients have no data in this period. Try other dates or other clients.',
  toReports: 'Back to reports',
  cookiesLead:
    'We store a few settings in your browser so the portal looks the way you left it. No one else reads them, and nothing tracks you on other sites. Clearing your browser’s site data removes them.',
  kept: [
    ['Colors', 'Whether you chose light or dark colors.'],
    ['Rows per page', 'How many results you see at once.'],
    ['Columns of results', 'Which columns you chose to see.'],
    ['Search form', 'Whether you chose to see all fields.'],
    ['The place of your last search', 'Until you log out or close the tab.'],
    ['Sort order and currency', 'How you chose to see Current Activity and the home page.'],
    ['The language of the member pages', 'Which language you chose.'],
    ['Keyboard shortcuts', 'Whether you turned them off.'],
    [
      'What you type into a search, report or note',
      'Until you log out or close the tab, so you can reload the page without losing it.',
    ],
    [
      'The patient of a new VOB',
      'Until you create or cancel the VOB, log out or close the tab, for at most an hour.',
    ],
    [
      'What you type for an ID card',
      'The policy number and the names, not the date of birth: until you log out or close the tab, for at most 30 minutes.',
    ],
    [
      'Your login',
      'Who you are and which client’s portal you are viewing, until you log out; your recent clients are kept. One cookie holds the session; no script can read it.',
    ],
    [
      'Your member login',
      'The content of your page, until you log out. One cookie holds the session. Another one remembers for 180 days that this browser has logged in. No script can read them.',
    ],
    [
      'Your cookie choice',
      'So we ask only once. We count searches by client, nothing about you. If you agree, the page also reports them to the company’s tag manager.',
    ],
  ],
  creditLines: [
    [
      'Places and postal codes come from ',
      { label: 'GeoNames', url: 'https://www.geonames.org/' },
      ', under the ',
      { label: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
      ' license. Postcodes of the United Kingdom contain Royal Mail data © Royal Mail copyright and database right.',
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
      'The portal is built on open-source software, including React, Mantine, TanStack, Fastify and PostgreSQL. The full list, with licenses, comes with the portal’s source.',
    ],
  ],
} as const

/** Text of the start page; uses the specification's wording where it gives one. */
export const startPageMessages = {
  sessionExpired: 'You have been logged out because your session has expired. Please log back in.',
  welcomeTitle: 'Welcome',
  area: 'Where you need care',
  atHome: 'In the U.S.',
  abroad: 'Abroad',
  searchFailed: 'This search isn’t available right now. Please try again later, or call us.',
  search: 'Search',
  quickLinks: 'Quick links',
  links: {
    urgentCare: 'Urgent care',
    hospitals: 'Hospitals',
    pharmacies: 'Pharmacies',
    dentists: 'Dentists',
    labs: 'Labs',
  },
  helpTitle: 'Need help finding care? We’re here 24/7',
  orEmail: 'Or email',
  members: 'Members',
  membersLead: 'Your plan, your ID card and who to call.',
  staff: 'Client staff',
  staffLead: 'Cases, savings and decisions.',
  providers: 'Providers in our networks',
  countries: 'Countries covered',
  answered: 'Answered by people',
  always: '24/7/365',
  updated: 'Directory last updated',
} as const
