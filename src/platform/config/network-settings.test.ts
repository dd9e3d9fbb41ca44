import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asOrdinaryUser } from '#test-support/as-ordinary-user.ts'
import { otherCertificate, testCertificate, testChain, testKey } from '#test-support/tls-certificates.ts'
import {
  CertificateError,
  certificateError,
  readCertificate,
  readOwnCertificate,
} from './network-settings.ts'
import { InvalidSettingsError, readConfig, readServerConfig, rejectUnsafeSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-certificate-'))
afterAll(() => rmSync(folder, { recursive: true }))

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const certificate = put('fullchain.pem', testCertificate)
const key = put('key.pem', testKey)
/** Of a key that no certificate here has. */
const otherKey = put(
  'other-key.pem',
  `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`,
)

const files = (certificateFile?: string, keyFile?: string) => ({
  TLS_CERTIFICATE_FILE: certificateFile,
  TLS_KEY_FILE: keyFile,
})

/** A chain whose second certificate has another text in one place. */
const chain = (from: string, to: string) =>
  put(`chain ${to}`, `${leaf}${intermediate.replace(from, to)}${root}`)

/** A chain whose second certificate ends after some of its lines. */
const cutOff = (name: string, lines: number, first = '-----BEGIN CERTIFICATE-----') =>
  put(name, `${leaf}${[first, ...intermediate.split('\n').slice(1, lines)].join('\n')}`)

const { leaf, intermediate, root } = testChain
/** Of the second certificate. */
const start = intermediate.split('\n')[1] ?? ''
mkdirSync(join(folder, 'folder'))
const missing = join(folder, 'missing')

test.each([
  ['one without the other', certificate, undefined, /^TLS_CERTIFICATE_FILE and TLS_KEY_FILE must be set tog/],
  ['one without the other', undefined, key, /^TLS_CERTIFICATE_FILE and TLS_KEY_FILE must be set together/],
  ['a missing certificate', missing, key, /^TLS_CERTIFICATE_FILE: the file ".*" cannot be used \(ENOENT\)/],
  ['a missing key', certificate, missing, /^TLS_KEY_FILE: the file ".*missing" cannot be used \(ENOENT\)/],
  ['a folder', join(folder, 'folder'), key, /^TLS_CERTIFICATE_FILE: .* cannot be used \(it is not a file\)/],
  ['an empty file', put('empty', '\n'), key, /^TLS_CERTIFICATE_FILE: .* cannot be used \(it is empty\)/],
  [
    'another file',
    put('text', 'a text'),
    key,
    /^TLS_CERTIFICATE_FILE: ".*" is not a certificate in PEM\. For/,
  ],
  ['the key twice', key, key, /^TLS_CERTIFICATE_FILE: ".*" is not a certificate in PEM/],
  [
    'the certificate twice',
    certificate,
    certificate,
    /^TLS_KEY_FILE: ".*" is not a private key in PEM without/,
  ],
  [
    'another key',
    certificate,
    otherKey,
    /^TLS_KEY_FILE: ".*" is the key of another certificate\. For example:/,
  ],
  [
    'damaged bytes in the chain',
    chain(start, start.replace('MII', 'MIJ')),
    key,
    /has a damaged certificate in its/,
  ],
  [
    'damaged characters in the chain',
    chain(start, start.replace('MII', 'M?I')),
    key,
    /has a damaged certificate in its/,
  ],
  ['a damaged first line in the chain', chain('-----BEGIN', '----BEGIN'), key, /has a damaged certificate/],
  ['a damaged last line in the chain', chain('-----END', '----END'), key, /has a damaged certificate in its/],
  ['a second certificate without its end', cutOff('cut', 6), key, /has a damaged certificate in its chain/],
  ['a part of a second certificate', cutOff('part', 6, ''), key, /has a damaged certificate in its chain/],
  [
    'a chain without the intermediate',
    put('gap', `${leaf}${root}`),
    key,
    /is not followed by that of its iss/,
  ],
  [
    'a chain in another order',
    put('order', `${leaf}${root}${intermediate}`),
    key,
    /is not followed by that of/,
  ],
  [
    'a chain of another issuer',
    put('other', `${leaf}${otherCertificate}`),
    key,
    /is not followed by that of/,
  ],
])('refuses %s', (_what, certificateFile, keyFile, fault) => {
  const settings = files(certificateFile, keyFile)
  expect(certificateError(settings)).toMatch(fault)
  expect(certificateError(settings)).toMatch(/\. (For example: TLS_|Name a file that the portal can read)/)
  expect(() => readCertificate(settings)).toThrow(CertificateError)
  const environment = Object.fromEntries(Object.entries(settings).filter(([, path]) => path !== undefined))
  expect(() => readServerConfig(environment)).toThrow(InvalidSettingsError)
  expect(() => rejectUnsafeSettings(readConfig(environment))).toThrow(InvalidSettingsError)
})

test('reads a certificate and its key, and needs none', () => {
  const pem = { cert: testCertificate.trim(), key: testKey.trim() }
  expect(readCertificate(files(certificate, key))).toEqual(pem)
  const chain = put('chain.pem', `${testCertificate}${testCertificate}`)
  expect(readCertificate(files(chain, key))?.cert.match(/BEGIN/g)).toHaveLength(2)
  const described = [leaf, intermediate, root].map((each) => `subject=CN = Test\n${each}`).join('\n')
  for (const whole of [leaf, `${leaf}${intermediate}`, described, `${leaf}${testKey}${intermediate}`])
    expect(readCertificate(files(put('whole.pem', whole), key))?.cert).toBe(whole.trim())
  expect(readCertificate(files())).toBeUndefined()
  expect(certificateError(files())).toBeUndefined()
})

test('says in words what the portal needs if its user may not read the key', async () => {
  const secret = put('secret-key.pem', testKey)
  chmodSync(folder, 0o755)
  chmodSync(secret, 0)
  const fault = await asOrdinaryUser(() => certificateError(files(certificate, secret)))
  expect(fault).toMatch(
    /^TLS_KEY_FILE: this user may not read the file ".*secret-key.pem"\. The user that the portal runs as needs permission/,
  )
  expect(fault).not.toContain('doctor')
  expect(await asOrdinaryUser(() => readOwnCertificate(certificate)?.subjectAltName)).toContain(
    'DNS:localhost',
  )
})
