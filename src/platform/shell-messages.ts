/**
 * User-facing text of the page shell and the plain pages; uses the specification's wording where it gives one. The
 * member area has it in each of its languages.
 */
export const messages = {
  error: 'An error has occured',
  errorAdvice: 'Please try again. If it happens again, contact customer service.',
  tryAgain: 'Try again',
  portalAway: 'We can’t reach the portal. Check your connection and try again.',
  notFound: 'Page not found',
  notFoundAdvice: 'We can’t find that page. Check the address.',
  toStart: 'Go to the home page',
  loading: 'Loading page',
  errorNotice: 'Error',
  closeError: 'Close error',

  skip: 'Skip to content',
  toDark: 'Switch to dark colors',
  toLight: 'Switch to light colors',
  toTop: 'Go to top',
  cookies: 'We store a few settings in your browser. Nothing tracks you on other sites.',
  cookiesMore: 'What we store',
  agree: 'Agree',
  cookiesRegion: 'Cookies',

  alwaysOpen: '24/7 help',
  logins: 'Logins',
  portalLogin: 'Portal Login',
  memberLogin: 'Member Login',

  company: 'Medical cost containment and assistance for insurers, assistance companies and their members.',
  solutions: 'Solutions',
  social: 'Follow us',
  contact: 'Contact',
  legal: 'Legal',
  service: '24/7/365 Customer Service',

  domestic: 'Domestic Provider Search',
  international: 'International Provider Search',
  developers: 'For developers',
  cookiesPage: 'Cookies and settings',
  credits: 'Credits',
  shortcuts: 'Keyboard shortcuts',
}
