import type { Config } from '#platform/config/settings.ts'
import { messages } from '../messages.ts'

/** The password of every demo account. */
export const demoPassword = 'demo-portal-2026'

/** The second factor of every demo account, if the settings demand one. */
export const demoCode = '246810'

export type DemoAccount = { username: string; name: string; clientId: string }

/** The demo staff; `internal` are staff of the provider organization, and `alpine-leisure` see one code of alpine. */
export const demoStaff = (internalClientId: string): readonly DemoAccount[] => [
  { username: 'internal', name: 'Ines Harbor', clientId: internalClientId },
  { username: 'alpine', name: 'Albert Alpine', clientId: 'alpine' },
  { username: 'alpine-leisure', name: 'Leo Leisure', clientId: 'alpine' },
  { username: 'lagoon', name: 'Lara Lagoon', clientId: 'lagoon' },
]

/** The startup hint about the development sign-in; undefined when an identity provider is configured. */
export function signInHint({ OIDC_ISSUER, INTERNAL_CLIENT_ID }: Config): string | undefined {
  if (OIDC_ISSUER) return undefined
  const names = demoStaff(INTERNAL_CLIENT_ID).map(({ username }) => username)
  return messages.demoAccounts(names, demoPassword)
}
