import { z } from 'zod'
import { streamError, streamSettings } from '../audit-stream/stream-settings.ts'
import { mailSettings } from '../mail/mail-settings.ts'
import { documentSettings, documentsError } from '../pdf/document-service/document-settings.ts'
import {
  evidenceSettings,
  memberSettings,
  provisioningSettings,
  readingSettings,
  signInSettings,
} from './authentication-settings.ts'
import { companySettings, securityContactError } from './company-settings.ts'
import { columnsError, databaseErrors, databaseSettings } from './database-settings.ts'
import { mapSettings, mapTilesError } from './map-settings.ts'
import { messages } from './messages.ts'
import { certificateError, networkSettings } from './network-settings.ts'
import { isProduction, productionError, transportError } from './production-rules.ts'
import { providerSettings, providersError } from './provider-settings.ts'
import {
  addresses,
  count,
  hostNames,
  onOff,
  period,
  type Setting,
  secret,
  setting,
  timeZone,
  trustedAddresses,
  webAddress,
  words,
} from './setting-schemas.ts'
import { type Environment, findValue, formatIssue } from './setting-values.ts'
import { webhookError, webhookSettings } from './webhook-settings.ts'

/** Every setting of the product; the source of the README's table. */
export const settings = {
  ...networkSettings,
  DATA_DIR: setting(
    words.default('./var'),
    './var',
    'Folder for the embedded database and the documents',
    '/srv/portal',
  ),
  ...databaseSettings,
  PUBLIC_URL: setting(
    webAddress.optional(),
    'the host of the request',
    'Public address of the portal, used in redirects and links',
    'https://portal.example.com',
  ),
  DEMO_DATA: setting(
    onOff.optional(),
    'on if embedded and not in production',
    'Load the demo data into an empty database',
    'off',
  ),
  DEMO_DATE: setting(
    z.iso.date(messages.settingFaults.notDate).optional(),
    'day of loading',
    'Date that the demo data is relative to',
    '2026-06-30',
  ),
  ...companySettings,
  ...signInSettings,
  ...provisioningSettings,
  ...evidenceSettings,
  ...providerSettings,
  ...readingSettings,
  ...mailSettings,
  ...webhookSettings,
  AUDIT_KEY_FILE: setting(
    words.optional(),
    'audit-key.pem in DATA_DIR',
    'File with the private key that signs checkpoints of the audit trail; made by the first checkpoint',
    '/etc/portal/audit-key.pem',
  ),
  ...streamSettings,
  FEEDBACK_RETENTION: setting(
    period.optional(),
    'kept',
    'How long feedback of visitors is kept; the clients file has the periods of all other data',
    '2 years',
  ),
  RESTRICTED_SEARCH_IPS: setting(
    addresses.default(['127.0.0.0/8', '::1']),
    '127.0.0.0/8, ::1; none in production',
    'Addresses and ranges that may use restricted searches',
    '203.0.113.7, 198.51.100.0/24',
  ),
  TRUSTED_PROXIES: setting(
    trustedAddresses.default([]),
    'none',
    "Proxies trusted to report the visitor's address",
    '10.0.0.0/8',
  ),
  GEOCODER_URL: secret(
    webAddress.optional(),
    'none',
    'Nominatim-compatible geocoder to ask first',
    'https://nominatim.example.com',
  ),
  VIDEO_HOSTS: setting(
    hostNames.default([]),
    'none',
    'Hosts whose videos content pages may embed',
    'player.example.com',
  ),
  ...mapSettings,
  PORTAL_TIME_ZONE: setting(
    timeZone.default('America/New_York'),
    'America/New_York',
    'Time zone for the dates and times that people see',
    'Europe/Berlin',
  ),
  RATE_LIMIT_PER_MINUTE: setting(
    count().default(12000),
    '12000',
    'Requests per minute from one address',
    '600',
  ),
  SEARCH_CONCURRENCY: setting(
    count().default(4),
    '4',
    'Searches of one kind (providers, places, cases) running at once for one address or one staff member; the rest wait their turn',
    '2',
  ),
  ...documentSettings,
  ...memberSettings,
  NODE_ENV: setting(
    z.string().optional(),
    'development',
    'Setting it to production applies the production rules, as does setting DATABASE_URL, or a HOST or PUBLIC_URL that is not loopback',
    'production',
  ),
  ALLOW_INSECURE_TRIAL: setting(
    onOff.default(false),
    'off',
    'Turns off the production rules for a trial with made-up data: anyone who can reach the portal can sign in with public passwords',
    'on',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], messages.settingFaults.notLevel)
      .optional(),
    'info; warn in a terminal',
    'How much is logged',
    'warn',
  ),
} satisfies Record<string, Setting>

type Parsed = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }

/** The settings in force. */
export type Config = Parsed

/** Former names of settings, which still work. */
export const formerNames: Readonly<Record<string, string>> = {
  CAPTCHA_MAX_ITERATIONS: 'CAPTCHA_TRIES',
  CARD_LOOKUP_FAILURES_PER_POLICY: 'WRONG_CARDS_PER_POLICY',
  CARD_LOOKUP_FAILURES_PER_SESSION: 'WRONG_CARDS_PER_SESSION',
  DATABASE_POOL_SIZE: 'DATABASE_CONNECTIONS',
  MAIL_LIMIT_PER_DAY: 'MAILS_IN_ALL',
  MAIL_LIMIT_PER_VISITOR: 'MAILS_PER_VISITOR',
  PASSWORD_CHECK_CONCURRENCY: 'MEMBER_LOGINS_AT_ONCE',
  SEARCH_CONCURRENCY: 'SEARCHES_AT_ONCE',
}

/** Settings are wrong: the message names each variable, its error and an example. */
export class InvalidSettingsError extends Error {
  override name = 'InvalidSettingsError'
}

/**
 * Parses the settings of an environment. Throws `InvalidSettingsError` with everything that is wrong. An empty variable
 * counts as unset.
 */
export function readConfig(environment: Environment): Config {
  const { config, faults } = parseSettings(environment)
  rejectFaults(faults)
  return config
}

/** Like `readConfig`, but also rejects settings that are unsafe for a server, in the same error. */
export function readServerConfig(environment: Environment): Config {
  const { config, faults, invalid } = parseSettings(environment)
  rejectFaults([...faults, ...findUnsafeSettings(config, environment, invalid)])
  return config
}

/**
 * Throws `InvalidSettingsError` if the production rules apply and a required setting is missing or a connection would not be
 * encrypted, or if the map tiles or the certificate cannot be used.
 */
export const rejectUnsafeSettings = (config: Config) => rejectFaults(findUnsafeSettings(config))

/** Throws `InvalidSettingsError` if the production rules apply and a connection of a command would not be encrypted. */
export const rejectUnencrypted = (config: Config, environment: Environment) =>
  rejectFaults([transportError(config, environment)].filter((fault) => fault !== undefined))

const findUnsafeSettings = (
  config: Config,
  environment?: Environment,
  invalid?: ReadonlySet<string>,
): string[] =>
  [productionError(config, environment, invalid), mapTilesError(config), certificateError(config)].filter(
    (fault) => fault !== undefined,
  )

function rejectFaults(faults: readonly string[]) {
  if (faults.length > 0) throw new InvalidSettingsError(faults.join('\n'))
}

/** Parses every setting. An invalid one has its default value; only an invalid `DATABASE_URL` still counts as set. */
function parseSettings(environment: Environment) {
  const faults: string[] = []
  const invalid = new Set<string>()
  const entries = Object.entries(settings as Record<string, Setting>).map(([name, setting]) => {
    const former = formerNames[name]
    const given = former && !environment[name] && environment[former] ? former : name
    const { value, fault } = findValue(environment, given, setting)
    const result = setting.schema.safeParse(value)
    if (fault === undefined && result.success) return [name, result.data]
    faults.push(fault ?? formatIssue(given, value, result.error, setting))
    invalid.add(name)
    return [name, name === 'DATABASE_URL' ? setting.example : setting.schema.parse(undefined)]
  })
  const config = Object.fromEntries(entries) as Config
  const isKeyInvalid = invalid.has('AWS_ACCESS_KEY_ID') || invalid.has('AWS_SECRET_ACCESS_KEY')
  const together = [
    ...databaseErrors(config),
    invalid.has('DOCUMENTS_KEYS_FILE') ? undefined : columnsError(config),
    invalid.has('OIDC_ISSUER') || invalid.has('OIDC_PROVIDERS') ? undefined : providersError(config),
    invalid.has('BACKOFFICE_WEBHOOK_SECRET') ? undefined : webhookError(config),
    invalid.has('AUDIT_STREAM_SECRET') ? undefined : streamError(config),
    isKeyInvalid ? undefined : documentsError(config),
    invalid.has('SECURITY_CONTACT_EXPIRES') ? undefined : securityContactError(config),
  ]
  // Behind a proxy on the same machine, every visitor seems to come from the loopback address.
  if (isProduction(config) && !environment.RESTRICTED_SEARCH_IPS) config.RESTRICTED_SEARCH_IPS = []
  return { config, faults: [...faults, ...together.filter((fault) => fault !== undefined)], invalid }
}

/** The variables that name the person who runs a command. They differ for each call, so they are no settings. */
export const callerVariables = (): Environment => {
  const { SUDO_USER, DOAS_USER, PORTAL_OPERATOR } = process.env
  return { SUDO_USER, DOAS_USER, PORTAL_OPERATOR }
}
