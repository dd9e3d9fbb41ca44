import type { z } from 'zod'
import { messages } from './messages.ts'
import {
  connections,
  count,
  databaseAddress,
  onOff,
  replicaAddress,
  secret,
  setting,
  wholeNumber,
} from './setting-schemas.ts'

/** The settings of the database, of its replica, and of what spares it searches. */
export const databaseSettings = {
  DATABASE_URL: secret(
    databaseAddress.optional(),
    'embedded',
    'PostgreSQL to use instead of the embedded one; separate several hosts with commas',
    'postgres://portal:secret@db.example.com:5432/portal?sslmode=verify-full',
  ),
  DATABASE_REPLICA_URL: secret(
    replicaAddress.optional(),
    'none',
    'Streaming replica of DATABASE_URL that serves provider searches; one host',
    'postgres://portal:secret@replica.example.com:5432/portal?sslmode=verify-full',
  ),
  DATABASE_REPLICA_MAX_LAG: setting(
    count(3600).default(10),
    '10',
    'Seconds that the replica may be behind; beyond that, the primary serves searches',
    '30',
  ),
  DATABASE_POOL_SIZE: setting(connections.default(10), '10', 'Maximum number of database connections', '20'),
  ALLOW_NEWER_DATABASE: setting(
    onOff.default(false),
    'off',
    'Lets this version start on a database that the next version has migrated, for going back after an upgrade',
    'on',
  ),
  ENCRYPT_COLUMNS: setting(
    onOff.default(false),
    'off',
    'Encrypts notes, comments and case summaries in the database with the keys of DOCUMENTS_KEYS_FILE',
    'on',
  ),
  ENCRYPT_SECRETS: setting(
    onOff.default(false),
    'off',
    'Encrypts the signing key, the key of the captcha and the ID tokens of sessions in the database with the keys of DOCUMENTS_KEYS_FILE',
    'on',
  ),
  ALLOW_MISSING_KEYS: setting(
    onOff.default(false),
    'off',
    'Lets the portal become ready although a key of encrypted texts is lost; a notice takes the place of those texts',
    'on',
  ),
  SEARCH_MEMORY_MB: setting(
    wholeNumber(0, 2_000).default(64),
    '64',
    'Megabytes of provider texts that each process keeps for searches around a place, besides 50 for each million providers; 0 leaves all searches to the database',
    '512',
  ),
}

type DatabaseConfig = {
  [Name in keyof typeof databaseSettings]: z.output<(typeof databaseSettings)[Name]['schema']>
}

/** The embedded PostgreSQL accepts a hundred connections; concurrent commands need some of them. */
const embeddedConnections = 80

/** What is wrong with these settings together. */
export function databaseErrors(config: DatabaseConfig): string[] {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_POOL_SIZE } = config
  if (DATABASE_URL) return []
  const replica = DATABASE_REPLICA_URL ? [messages.replicaWithoutPrimary] : []
  if (DATABASE_POOL_SIZE <= embeddedConnections) return replica
  const fault = messages.settingFaults.aboveEmbedded(embeddedConnections)
  const { example } = databaseSettings.DATABASE_POOL_SIZE
  return [...replica, messages.wrongSetting('DATABASE_POOL_SIZE', `"${DATABASE_POOL_SIZE}"`, fault, example)]
}

/** What is wrong with the settings of encrypted columns; undefined if nothing is. */
export const columnsError = (config: {
  DOCUMENTS_KEYS_FILE?: string | undefined
  ENCRYPT_COLUMNS: boolean
  ENCRYPT_SECRETS: boolean
}) => {
  if (config.DOCUMENTS_KEYS_FILE) return undefined
  const name = config.ENCRYPT_COLUMNS
    ? 'ENCRYPT_COLUMNS'
    : config.ENCRYPT_SECRETS
      ? 'ENCRYPT_SECRETS'
      : undefined
  return name && messages.columnsWithoutKeys(name)
}
