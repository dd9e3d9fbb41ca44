import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'

/** The password of every demonstration account. */
export const demoPassword = 'demo-portal-2026'

export type DemoAccount = { username: string; name: string; clientId: string }

/** The staff of the demonstration; `internal` are staff of the provider organisation itself. */
export const demoStaff = (internalClientId: string): readonly DemoAccount[] => [
  { username: 'internal', name: 'Ines Harbor', clientId: internalClientId },
  { username: 'alpine', name: 'Albert Alpine', clientId: 'alpine' },
  { username: 'lagoon', name: 'Lara Lagoon', clientId: 'lagoon' },
]

/** What whoever started the portal should know of the development sign-in; undefined where there is none. */
export function howToSignIn({ OIDC_ISSUER, INTERNAL_CLIENT_ID }: Config): string | undefined {
  if (OIDC_ISSUER) return undefined
  const names = demoStaff(INTERNAL_CLIENT_ID).map(({ username }) => username)
  return messages.demonstrationAccounts(names, demoPassword)
}
