import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path/posix'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../tests/architecture/source.ts'
import { type BillOfMaterials, completeBillOfMaterials } from './bill-of-materials.ts'
import { judgeVulnerabilities } from './check-vulnerabilities.ts'
import { isShippedFile } from './shipped-files.ts'
import { findDeadLinks, removeDeadLinks } from './shipped-links.ts'
import { isNeeded, listPackages } from './shipped-packages.ts'
import { readSigningKey, signFile } from './sign-checksum.ts'
import { formatNotices } from './third-party-notices.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const shipped = globSync('src/**/*.ts', { cwd: root }).filter(isShippedFile)
const packages = listPackages(root)
const aliases: Record<string, string> = JSON.parse(read('package.json')).imports

/** The modules and packages that a shipped file loads; types are gone at run time. */
const loaded = matchAll(/^import (?!type)(?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'/gm)
/** The files that a shipped one addresses, such as workers and templates. */
const addressed = matchAll(/\bURL\('([^']+\.ts)'/g)

function matchAll(pattern: RegExp) {
  return shipped.flatMap((from) =>
    [...read(from).matchAll(pattern)].map(([, name, lazy = '']) => ({ from, name: name ?? lazy })),
  )
}

function toPath({ from, name }: { from: string; name: string }): string {
  if (name.startsWith('.')) return join(dirname(from), name)
  const [alias = '', ...rest] = name.split('/')
  return join((aliases[`${alias}/*`] ?? '').replace('*', ''), ...rest)
}

test('a high or critical vulnerability stops a release, and no answer does not count as none', () => {
  const audit = (severity: string) =>
    JSON.stringify({ vulnerabilities: { pigeon: { severity, range: '<2' } } })
  expect(judgeVulnerabilities(audit('critical'))).toEqual({ grave: ['pigeon <2 (critical)'], others: 0 })
  expect(judgeVulnerabilities(audit('high'))).toMatchObject({ grave: ['pigeon <2 (high)'] })
  expect(judgeVulnerabilities(audit('moderate'))).toEqual({ grave: [], others: 1 })
  expect(judgeVulnerabilities('{"vulnerabilities":{}}')).toEqual({ grave: [], others: 0 })
  for (const output of ['', '{"message":"405 Method Not Allowed"}', '{"error":{"code":"ENOAUDIT"}}'])
    expect(judgeVulnerabilities(output)).toBe('unknown')
})

test('every module that a shipped one loads is shipped', () => {
  const own = [...loaded, ...addressed].filter(({ name }) => /^[.#]/.test(name))
  expect(own.length).toBeGreaterThan(500)
  // A release has a manifest of its own.
  const isThere = (path: string) => shipped.includes(path) || path === 'package.json'
  expect(own.filter((each) => !isThere(toPath(each)))).toEqual([])
})

test('every link of a shipped document leads to a shipped file, and only dead ones become words', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const all = files.filter(isShippedFile)
  const isThere = (path: string) => all.some((file) => file === path || file.startsWith(`${path}/`))
  const documents = all.filter((file) => file.endsWith('.md'))
  expect(documents.length).toBeGreaterThan(100)
  const left = (file: string) => findDeadLinks(file, removeDeadLinks(file, read(file), isThere), isThere)
  expect(documents.flatMap(left)).toEqual([])
  const text =
    'See [the *bench*](../bench/README.md#x), [this](clients.md#y), [that](https://example.com) and ![a page](screenshots/a.webp).'
  expect(removeDeadLinks('docs/a.md', text, isThere)).toBe(
    'See the *bench*, [this](clients.md#y), [that](https://example.com) and a page.',
  )
})

test('every package that a shipped module loads is a production package', () => {
  const names = loaded.map(({ name }) => name).filter((name) => !/^([.#]|node:)/.test(name))
  const own = new Set(names.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]))
  expect(own.size).toBeGreaterThan(20)
  expect([...own].filter((name) => !packages.some((each) => each.name === name))).toEqual([])
})

test.each([
  ['src/app/main.ts', true],
  ['migrations/0001_extensions.sql', true],
  ['data/geography/cities.csv.gz', true],
  ['data/geography/build.ts', false],
  ['src/app/web/main.tsx', false],
  ['src/app/cli.test.ts', false],
  ['tests/support/database.ts', false],
  ['docs/screenshots/domestic-list-desktop-light.webp', false],
])('%s is shipped: %s', (path, expected) => {
  expect(isShippedFile(path)).toBe(expected)
})

test.each([
  ['zod', 'index.js', true],
  ['zod', 'index.d.ts', false],
  ['zod', 'LICENSE.md', true],
  ['zod', 'README.md', false],
  ['@expo-google-fonts/noto-sans', '700Bold/NotoSans_700Bold.ttf', true],
  ['@expo-google-fonts/noto-sans', '700Bold_Italic/NotoSans_700Bold_Italic.ttf', false],
])('of %s, %s is shipped: %s', (name, file, expected) => {
  expect(isNeeded(name, file)).toBe(expected)
})

test('the notices have the license of every package', () => {
  const bundled = [{ name: 'dompurify', version: '3.4.18', identifier: 'Apache-2.0', text: 'Apache License' }]
  const notices = formatNotices(root, packages, bundled)
  const titles = [...packages, ...bundled].map(({ name, version }) => `${name} ${version} (`)
  expect(titles.filter((title) => !notices.includes(`\n${title}`))).toEqual([])
  expect(notices).toContain('Node.js is licensed for use as follows')
})

test('the bill of materials names the pages, Node.js and PostgreSQL, and is the same for the same commit', () => {
  const listed: BillOfMaterials = {
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: 'now', component: { 'bom-ref': 'portal@1', type: 'library', name: 'folder' } },
    components: [{ 'bom-ref': 'zod@4', type: 'library', name: 'zod', version: '4' }],
    dependencies: [
      { ref: 'portal@1', dependsOn: ['zod@4'] },
      { ref: 'zod@4', dependsOn: [] },
    ],
  }
  const bundled = ['zod', '@mantine/core'].map((name) => ({
    name,
    version: '4',
    identifier: 'MIT',
    text: '',
  }))
  const bill = completeBillOfMaterials(listed, {
    packages,
    bundled,
    libraries: ['libssl.so.1.1'],
    date: new Date('2026-11-27T12:00:00Z'),
  })
  const refs = bill.components.map((component) => component['bom-ref'])
  expect(refs).toEqual([
    'zod@4',
    '@mantine/core@4',
    expect.stringMatching(/^postgresql@1\d\.\d+$/),
    expect.stringMatching(/^node@24\.\d+\.\d+$/),
    'postgresql/libssl.so.1.1',
  ])
  expect(bill.components[1]).toMatchObject({ purl: 'pkg:npm/%40mantine/core@4' })
  expect(bill.dependencies[0]?.dependsOn).toEqual(refs)
  expect(bill).not.toHaveProperty('serialNumber')
  expect(bill.metadata).toMatchObject({
    timestamp: '2026-11-27T12:00:00.000Z',
    component: { type: 'application', name: 'client-portal' },
  })
})

test.each([
  ['NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem', {}, '/etc/ssl/acme-ca.pem'],
  ['NODE_EXTRA_CA_CERTS="/etc/ssl/acme ca.pem"', {}, '/etc/ssl/acme ca.pem'],
  ['NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem', { NODE_EXTRA_CA_CERTS: '/other.pem' }, '/other.pem'],
  ['# NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem', {}, ''],
])('with %s and %o, Node.js trusts the authority %j from its start', (line, environment, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sh-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'scripts/release/portal.sh'), join(folder, 'bin/portal'))
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\necho "$NODE_EXTRA_CA_CERTS"\n')
  for (const program of ['portal', 'node']) chmodSync(join(folder, 'bin', program), 0o755)
  writeFileSync(join(folder, 'portal.env'), `PORT=3000\n${line}\n`)
  const env = { PATH: process.env.PATH, PORTAL_SETTINGS: join(folder, 'portal.env'), ...environment }
  const { stdout } = spawnSync(join(folder, 'bin/portal'), ['doctor'], { env, encoding: 'utf8' })
  expect(stdout.trim()).toBe(expected)
})

test('the documented commands verify a signed release, and refuse another checksum or another key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-signature-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [section = ''] = /^## Signing\n.*?^## /ms.exec(read('docs/installing.md')) ?? []
  const [makeKey = '', buildSigned = '', verify = ''] = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, lines = '']) => lines.replaceAll('/etc/release/', `${folder}/`),
  )
  const run = (lines: string) =>
    spawnSync('bash', ['-e', '-c', lines], { cwd: folder, encoding: 'utf8' }).status
  expect(run(makeKey)).toBe(0)
  expect(buildSigned).toBe(`npm run release -- --sign ${folder}/release-key.pem\n`)
  const [, sumFile = ''] = / -in (\S+)/.exec(verify) ?? []
  writeFileSync(join(folder, sumFile), 'a checksum\n')
  const signature = signFile(join(folder, sumFile), readSigningKey(join(folder, 'release-key.pem')))
  expect(run(verify)).toBe(0)
  writeFileSync(join(folder, sumFile), 'another checksum\n')
  expect(run(verify)).not.toBe(0)
  writeFileSync(join(folder, sumFile), 'a checksum\n')
  expect(run(`rm release-key.pem\n${makeKey}`)).toBe(0)
  expect(run(verify)).not.toBe(0)
  expect(() => readSigningKey(signature)).toThrow('is not an unencrypted Ed25519 private key')
})
