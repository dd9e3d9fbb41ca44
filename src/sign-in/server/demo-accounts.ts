/** The password of every demonstration account (rulings, section 2). */
export const demoPassword = 'demo-portal-2026'

export type DemoAccount = { username: string; name: string; clientId: string }

/** The staff of the demonstration; `internal` are staff of the provider organisation itself. */
export const demoStaff = (internalClientId: string): readonly DemoAccount[] => [
  { username: 'internal', name: 'Ines Harbor', clientId: internalClientId },
  { username: 'alpine', name: 'Albert Alpine', clientId: 'alpine' },
  { username: 'lagoon', name: 'Lara Lagoon', clientId: 'lagoon' },
]
