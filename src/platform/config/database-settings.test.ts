import { expect, test } from 'vitest'
import { InvalidSettingsError, readConfig } from './settings.ts'

const primary = { DATABASE_URL: 'postgres://portal:a@db/portal' }

test('a replica has a bound of ten seconds unless another is set', () => {
  const DATABASE_REPLICA_URL = 'postgres://portal:a,b@replica/portal?sslmode=verify-full'
  const config = readConfig({ ...primary, DATABASE_REPLICA_URL })
  expect(config).toMatchObject({ DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG: 10 })
})

test.each([
  ['several hosts', 'postgres://portal:hunter2@one,two/portal'],
  ['a choice of servers', 'postgres://portal:hunter2@one/portal?target_session_attrs=standby'],
  ['another program', 'mysql://portal:hunter2@one/portal'],
])('rejects %s as a replica without showing the password', (_what, DATABASE_REPLICA_URL) => {
  const read = () => readConfig({ ...primary, DATABASE_REPLICA_URL })
  expect(read).toThrow('DATABASE_REPLICA_URL: Its value is not the postgres:// address of a single host')
  expect(read).not.toThrow('hunter2')
})

test.each(['0', '3601', '1.5', '-1'])('rejects a bound of %s seconds', (DATABASE_REPLICA_MAX_LAG) => {
  expect(() => readConfig({ DATABASE_REPLICA_MAX_LAG })).toThrow(InvalidSettingsError)
})

test('rejects encrypted columns without a file of keys', () => {
  expect(() => readConfig({ ENCRYPT_COLUMNS: 'on' })).toThrow(
    'ENCRYPT_COLUMNS is on without DOCUMENTS_KEYS_FILE',
  )
  expect(readConfig({ ENCRYPT_COLUMNS: 'on', DOCUMENTS_KEYS_FILE: '/k' }).ENCRYPT_COLUMNS).toBe(true)
  expect(readConfig({}).ENCRYPT_COLUMNS).toBe(false)
})

test('rejects a replica of the embedded database', () => {
  expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://portal:a@replica/portal' })).toThrow(
    'DATABASE_REPLICA_URL is set without DATABASE_URL',
  )
})

test.each(['p@ss', 'p/ss', 'p#ss', 'p?ss', 'p%ss', 'p@s/s#1'])(
  'the password %j has to be percent-encoded, and no message shows it',
  (password) => {
    const addresses = { DATABASE_URL: 'postgres', SMTP_URL: 'smtp' } as const
    for (const [name, scheme] of Object.entries(addresses)) {
      const read = () => readConfig({ [name]: `${scheme}://portal:${password}@host.example/portal` })
      expect(read).toThrow(`${name}: Its value has a name or password with a reserved character`)
      expect(read).not.toThrow(password)
      const encoded = `${scheme}://portal:${encodeURIComponent(password)}@host.example/portal?a=/b@c`
      expect(readConfig({ [name]: encoded })).toMatchObject({ [name]: encoded })
    }
  },
)
