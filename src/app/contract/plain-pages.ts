/** The pages of fixed addresses, each with its source: the router's own, but for the searches. */
export const plainPages: Readonly<Record<string, string>> = {
  '/': 'pages/landing-page.tsx',
  '/no-data': 'pages/no-data-page.tsx',
  '/error': 'pages/error-page.tsx',
  '/cookies': 'pages/cookies-page.tsx',
  '/credits': 'pages/credits-page.tsx',
  '/developers': 'developers/developers-page.tsx',
}
