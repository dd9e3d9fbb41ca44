/** The pages of fixed addresses, each with its source: the router's own, but for the searches. */
export const plainPages: Readonly<Record<string, string>> = {
  '/': 'src/app/web/pages/landing-page.tsx',
  '/no-data': 'src/app/web/pages/no-data-page.tsx',
  '/error': 'src/app/web/pages/error-page.tsx',
  '/cookies': 'src/app/web/pages/cookies-page.tsx',
  '/credits': 'src/app/web/pages/credits-page.tsx',
  '/developers': 'src/app/web/developers/developers-page.tsx',
  '/token': 'src/app/web/pages/token-page.tsx',
  '/logout': 'src/app/web/pages/logout-page.tsx',
  '/sign-in-failed': 'src/app/web/pages/sign-in-failed-page.tsx',
  '/home': 'src/clients/web/home-page.tsx',
  '/client-selector': 'src/app/web/pages/client-selector-page.tsx',
  '/account-management': 'src/app/web/pages/account-management-page.tsx',
  '/dev/mail': 'src/platform/web/mail/mailbox-page.tsx',
  '/undelivered-mail': 'src/platform/web/mail/undelivered-page.tsx',
}
