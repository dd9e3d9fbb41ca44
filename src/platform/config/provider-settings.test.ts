import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-providers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const findFaults = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const further = { name: 'alpine', clients: ['alpine'], domains: ['alpine.example'] }
const issuer = { OIDC_ISSUER: 'https://login.alpine.example' }
const readProviders = (...providers: unknown[]) =>
  readConfig({
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_SECRET: 'hunter2',
    OIDC_PROVIDERS: JSON.stringify(providers),
  }).OIDC_PROVIDERS

test('a further identity provider has a registration of its own, and never the secret of another one', () => {
  const file = join(folder, 'secret')
  writeFileSync(file, 'of alpine\n')
  const [own, second] = readProviders(
    { ...further, ...issuer, OIDC_CLIENT_SECRET_FILE: file, OIDC_ACR_VALUES: 'c1 c2' },
    { name: 'b', clients: ['b'], domains: ['B.example'], OIDC_ISSUER: 'https://login.b.example' },
  )
  expect(own).toEqual({
    ...further,
    settings: {
      ...issuer,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'of alpine',
      OIDC_ACR_VALUES: ['c1', 'c2'],
      OIDC_PROVISIONING: 'claims',
    },
  })
  expect(second?.domains).toEqual(['b.example'])
  expect(second?.settings).toHaveProperty('OIDC_CLIENT_SECRET', undefined)
})

test('tells everything that is wrong with the identity providers at once, without a secret', () => {
  const secretText = { OIDC_CLIENT_SECRET: 'hunter2' }
  const faults = findFaults({
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_PROVIDERS: JSON.stringify([
      { ...further, ...secretText, OIDC_ISUER: 'https://login.alpine.example' },
      { name: 'a b', clients: [], domains: ['alpine'], OIDC_ISSUER: 'alpine', OIDC_SCOPE: 7 },
      {
        ...further,
        ...issuer,
        ...secretText,
        OIDC_MAX_AGE_MINUTES: 'x',
        OIDC_CLIENT_SECRET_FILE: '/nowhere',
      },
    ]),
  })
  expect(faults).not.toContain('hunter2')
  for (const fault of [
    'alpine: "OIDC_ISUER" is not a setting of a provider',
    'alpine: OIDC_ISSUER is missing',
    'provider 2: "name" is missing or',
    'provider 2: "clients" is not',
    'provider 2: "domains" is not',
    'provider 2: OIDC_ISSUER is not an address that',
    'provider 2: "OIDC_SCOPE" is not text',
    'alpine: OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set',
    'alpine: OIDC_MAX_AGE_MINUTES is not a whole number',
    'client alpine occurs twice',
    'alpine occurs twice',
    'alpine.example occurs twice',
  ])
    expect(faults).toContain(fault)
  expect(faults.split('\n')).toHaveLength(1)
})

test.each([
  ['no JSON', 'alpine', 'it is not a JSON list of objects'],
  ['an empty list', '[]', 'it is not a JSON list of objects'],
])('rejects identity providers that are %s', (_name, value, fault) => {
  expect(findFaults({ OIDC_ISSUER: 'https://login.example.com', OIDC_PROVIDERS: value })).toContain(fault)
})

test('further identity providers need a standard one, which is another one', () => {
  const OIDC_PROVIDERS = JSON.stringify([{ ...further, ...issuer }])
  expect(findFaults({ OIDC_PROVIDERS })).toContain('OIDC_PROVIDERS is set without OIDC_ISSUER')
  expect(findFaults({ OIDC_PROVIDERS, ...issuer })).toContain('contains the issuer of OIDC_ISSUER')
})
