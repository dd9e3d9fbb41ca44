import { expect, test } from 'vitest'
import { readConfig, settings, WrongSettings } from './settings.ts'

const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSettings)
    return (error as Error).message
  }
}

test.each([
  ['PORT', 'abc', 'PORT: "abc" is not a number. For example: PORT=8080'],
  ['PORT', '70000', 'PORT: "70000" is above 65535. For example: PORT=8080'],
  ['PORT', '0x50', 'PORT: "0x50" is not a number'],
  ['PORT', ' ', 'PORT: " " is not a number'],
  ['HOST', 'not a host', 'HOST: "not a host" is not an address or host'],
  ['VIDEO_HOSTS', 'https://video.example.com', '"https://video.example.com" is not the name of a host'],
  ['VIDEO_HOSTS', 'x;script-src', '"x;script-src" is not the name of a host'],
  ['DEMO_DATA', 'yes', 'DEMO_DATA: "yes" is neither on nor off. For example: DEMO_DATA=off'],
  ['DEMO_DATE', '2026-02-30', 'DEMO_DATE: "2026-02-30" is not a date. For example: DEMO_DATE=2026-06-30'],
  ['PORTAL_TIME_ZONE', 'Mars/Base', 'PORTAL_TIME_ZONE: "Mars/Base" is not a time zone'],
  ['RESTRICTED_SEARCH_IPS', '10.0.0.1, nowhere', '"nowhere" is neither an address nor a CIDR range'],
  ['SERVICE_EMAIL', 'nobody', 'SERVICE_EMAIL: "nobody" is not an e-mail address'],
])('%s=%s stops the start with the fault and an example', (name, value, sentence) => {
  expect(faultsOf({ [name]: value })).toContain(sentence)
})

test('every wrong setting is named at once', () => {
  expect(faultsOf({ PORT: 'x', METRICS_PORT: 'y' }).split('\n')).toHaveLength(2)
})

test('a wrong address of the database is refused without showing the password in it', () => {
  const fault = faultsOf({ DATABASE_URL: 'mysql://portal:hunter2@db/portal' })
  expect(fault).toContain('DATABASE_URL')
  expect(fault).not.toContain('hunter2')
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('every example is a value that its setting takes', () => {
  const examples = Object.entries(settings).map(([name, { example }]) => [name, example])
  expect(faultsOf(Object.fromEntries(examples))).toBe('')
})

test('lists of addresses are taken with commas and spaces', () => {
  const { RESTRICTED_SEARCH_IPS } = readConfig({ RESTRICTED_SEARCH_IPS: '203.0.113.7, 198.51.100.0/24 ::1' })
  expect(RESTRICTED_SEARCH_IPS).toEqual(['203.0.113.7', '198.51.100.0/24', '::1'])
})
