import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket } from '../contract.ts'

type Staff = Awaited<ReturnType<typeof signInStaff>>
type Header = Record<string, unknown> & { alg: string }

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Staff
let other: Staff
let secret: Uint8Array
let claims: JWTPayload
let otherClaims: JWTPayload

beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'lagoon', ['LAG1'])
  staff = await signInStaff(portal, 'alpine')
  other = await signInStaff(portal, 'lagoon')
  claims = readClaims(staff.token)
  otherClaims = readClaims(other.token)
  const row = await queryRow(
    portal.db,
    z.object({ id: z.string(), secret: z.instanceof(Buffer) }),
    sql`select id, secret from signing_key`,
  )
  secret = new Uint8Array(row?.secret ?? [])
  standard = { ...unidentified, kid: row?.id }
})
afterAll(() => portal.close())

const readClaims = (token: string): JWTPayload => JSON.parse(text(token.split('.')[1] ?? ''))
const text = (part: string) => Buffer.from(part, 'base64url').toString()
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unidentified: Header = { alg: 'HS256', typ: 'JWT' }
let standard: Header

/** A token with these claims overridden, signed with our own key unless another is given. */
const signed = (changed: Record<string, unknown> = {}, header: Header = standard, key: Uint8Array = secret) =>
  new SignJWT({ ...claims, ...changed }).setProtectedHeader(header).sign(key)
const unsigned = (header: unknown, changed: Record<string, unknown> = {}) =>
  `${part(header)}.${part({ ...claims, ...changed })}.`
const seconds = () => Math.floor(Date.now() / 1000)
const without = (name: string) => {
  const { [name]: _, ...rest } = claims
  return new SignJWT(rest).setProtectedHeader(standard).sign(secret)
}
const signedByKeyPair = (alg: string, kind: 'rsa' | 'ec') => {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return new SignJWT(claims).setProtectedHeader({ ...standard, alg }).sign(privateKey)
}
const flipped = (token: string) => {
  const [header, payload, signature = ''] = token.split('.')
  return `${header}.${payload}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
}
const pieces = (token: string) => token.split('.') as [string, string, string]

const forgeries: Record<string, () => string | Promise<string>> = {
  'an empty token': () => '',
  'a plain word': () => 'token',
  'three dots': () => '...',
  'only a header': () => pieces(staff.token)[0],
  'no signature': () => pieces(staff.token).slice(0, 2).join('.'),
  'an empty signature': () => `${pieces(staff.token).slice(0, 2).join('.')}.`,
  'a changed signature': () => flipped(staff.token),
  'the signature of another token': () =>
    [...pieces(staff.token).slice(0, 2), pieces(other.token)[2]].join('.'),
  'the claims of another token': () =>
    [pieces(staff.token)[0], pieces(other.token)[1], pieces(staff.token)[2]].join('.'),
  'algorithm none': () => unsigned({ ...standard, alg: 'none' }),
  'algorithm None': () => unsigned({ ...standard, alg: 'None' }),
  'no algorithm': () => unsigned({ typ: 'JWT' }),
  'unencoded payload': () => unsigned({ alg: 'HS256', b64: false, crit: ['b64'], typ: 'JWT' }),
  'algorithm HS384': () => signed({}, { ...standard, alg: 'HS384' }),
  'algorithm HS512': () => signed({}, { ...standard, alg: 'HS512' }),
  'algorithm RS256': () => signedByKeyPair('RS256', 'rsa'),
  'algorithm PS256': () => signedByKeyPair('PS256', 'rsa'),
  'algorithm ES256': () => signedByKeyPair('ES256', 'ec'),
  'another key': () => signed({}, standard, randomBytes(32)),
  'a key of zeros': () => signed({}, standard, new Uint8Array(32)),
  'the issuer name as key': () => signed({}, standard, Buffer.from('portal'.padEnd(32))),
  'an embedded key': () => signed({}, { ...standard, jwk: { kty: 'oct', k: 'AAAA' } }, randomBytes(32)),
  'a key URL': () => signed({}, { ...standard, jku: 'https://evil.example/keys' }, randomBytes(32)),
  'no key ID': () => signed({}, unidentified),
  'an unknown key ID': () => signed({}, { ...unidentified, kid: randomUUID() }),
  'a path as key ID': () => signed({}, { ...standard, kid: '/dev/null' }, new Uint8Array(32)),
  'an unknown critical extension': () => unsigned({ ...standard, crit: ['own'], own: true }),
  'another type': () => signed({}, { ...standard, typ: 'at+jwt' }),
  'no type': () => signed({}, { alg: 'HS256', kid: standard.kid }),
  'another issuer': () => signed({ iss: 'https://evil.example' }),
  'no issuer': () => without('iss'),
  'another audience': () => signed({ aud: 'portal-member' }),
  'no audience': () => without('aud'),
  'expired a second ago': () => signed({ exp: seconds() - 1 }),
  'expired in 1970': () => signed({ exp: 0 }),
  'no expiry': () => without('exp'),
  'a text expiry': () => unsigned(standard, { exp: '9999999999' }),
  'not before tomorrow': () => signed({ nbf: seconds() + 86_400 }),
  'no not-before time': () => without('nbf'),
  'no person': () => without('sub'),
  'an invalid person ID': () => signed({ sub: 'admin' }),
  'another person': () => signed({ sub: otherClaims.sub }),
  'an unknown person': () => signed({ sub: randomUUID() }),
  'no session': () => without('sid'),
  'another session': () => signed({ sid: otherClaims.sid }),
  'an unknown session': () => signed({ sid: randomUUID() }),
  'a list of sessions': () => signed({ sid: [claims.sid] }),
  'the person, session and client of another token': () =>
    signed({ sub: otherClaims.sub, sid: otherClaims.sid, client: 'lagoon' }),
}

const requestTicket = (headers: Record<string, string>) =>
  portal.call(createTicket, { path: '/api/casedocument', fields: {} }, { headers })

test('accepts the token that the forgeries are based on', async () => {
  expect((await requestTicket(staff.headers)).statusCode).toBe(200)
  const again = await signed()
  expect((await requestTicket({ ...staff.headers, authorization: `Bearer ${again}` })).statusCode).toBe(200)
})

test.each(Object.entries(forgeries))('rejects %s', async (_name, forge) => {
  const authorization = `Bearer ${await forge()}`
  expect((await requestTicket({ ...staff.headers, authorization })).statusCode).toBe(401)
})

test.each(['Basic', 'bearer', 'Token', ''])('rejects a valid token with the scheme "%s"', async (word) => {
  const authorization = `${word} ${staff.token}`
  expect((await requestTicket({ ...staff.headers, authorization })).statusCode).toBe(401)
})

test('accepts a valid token only with the cookie of its session', async () => {
  const { authorization = '' } = staff.headers
  for (const cookie of [
    '',
    'portal-session=',
    `portal-session=${randomBytes(32).toString('base64url')}`,
    other.cookie,
  ])
    expect((await requestTicket({ authorization, cookie })).statusCode, cookie).toBe(401)
})
