import type { DocumentedCommand } from '#test-support/documented-commands.ts'
import type { Preparation } from './fixtures.ts'
import { type Operator, password } from './operator-host.ts'
import { preparations } from './preparations.ts'

/** A document, or some of its commands, in the order in which an operator needs them. */
type Step = {
  document: string
  section?: string
  language?: 'sql'
  /** Whether the other steps need it, so that it runs whatever GUIDES names. */
  isSetup?: true
}

/** Each command belongs to the first step that names it. */
export const order: readonly Step[] = [
  { document: 'docs/installing.md', section: 'Unpacking', isSetup: true },
  { document: 'docs/going-to-production.md', section: 'The database', language: 'sql', isSetup: true },
  { document: 'docs/installing.md', section: 'systemd', isSetup: true },
  { document: 'docs/installing.md', section: 'nginx', isSetup: true },
  { document: 'docs/installing.md', section: 'The first client and people', isSetup: true },
  { document: 'docs/installing.md', section: 'Upgrading', isSetup: true },
  { document: 'docs/installing.md' },
  { document: 'README.md' },
  { document: 'docs/clients.md' },
  { document: 'docs/members.md' },
  { document: 'docs/search-definitions.md' },
  { document: 'docs/importing-providers.md' },
  { document: 'docs/importing-authorizations.md' },
  { document: 'docs/importing-cases.md' },
  { document: 'docs/importing-exchange-rates.md' },
  { document: 'docs/identity-providers.md' },
  { document: 'docs/going-to-production.md' },
  { document: 'docs/monitoring.md' },
  { document: 'docs/retention.md', section: 'Erasing a member of staff' },
  { document: 'docs/retention.md', section: 'Exporting a client' },
  { document: 'docs/retention.md', section: 'Erasing a client' },
  { document: 'docs/retention.md' },
  { document: 'docs/hardening.md' },
  { document: 'docs/troubleshooting.md' },
]

/** What stands for something else on this host, in every command. In a release, `portal` is `npm run portal --`. */
export const placeholders: readonly (readonly [from: string, to: string])[] = [
  ['npm run portal -- ', 'portal '],
  ['npm start', 'PORT=3100 portal start'],
  ['portal_owner:…@', `portal_owner:${password}@`],
  ["password '…'", `password '${password}'`],
  ['/srv/portal/documents/', '/var/lib/portal/documents/'],
  ['/srv/portal /', '/var/lib/portal /'],
  ['/base/2026-', '/srv/base/2026-'],
  ['apt install ', 'apt-get --simulate install '],
  ['apt-get install ', 'apt-get --simulate install '],
]

/** What a command needs. */
export function findPreparation({ text, section }: DocumentedCommand): Preparation {
  const fits = ([start, preparation]: (typeof preparations)[number]) =>
    text.startsWith(start) && section === (preparation.section ?? section)
  return preparations.find(fits)?.[1] ?? {}
}

/** Whom a command is for, unless its preparation says so. */
export function findOperator({ text, language }: DocumentedCommand): Operator {
  if (language === 'sql') return 'postgres'
  if (text.startsWith('sudo ') || text === 'cd /srv/import') return 'ada'
  return text.includes('npm run portal -- ') || text.includes('npm start') ? 'portal' : 'root'
}
