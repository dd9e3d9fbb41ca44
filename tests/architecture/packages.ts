import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { resolveImport } from './size-rules.ts'
import { root } from './source.ts'

type Locked = { version: string; license?: string; dev?: boolean; hasInstallScript?: boolean }
export type Manifest = {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
export type LockFile = { packages: Record<string, Locked> }

const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]
const alsoPermissive = ['OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib']
const allowed = new Set([...permissive, ...alsoPermissive])

/** Packages that state their license only in a file, with the license found there. */
const licensesFromFiles: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** Build and test tools that do not ship: their license covers only their own source. */
const mplTools = /^(axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/

export const manifest = (): Manifest => read('package.json')
export const lockFile = (): LockFile => read('package-lock.json')

function read<T>(file: string): T {
  return JSON.parse(readText(file))
}

/** Packages without an accepted license. */
export function unacceptedLicenses({ packages }: LockFile): string[] {
  return namedPackages(packages)
    .filter(
      ([name, { license = licensesFromFiles[name], dev }]) =>
        !isAccepted(license) && !(dev && mplTools.test(name)),
    )
    .map(([name, { license }]) => `${name}: ${license ?? 'no license'}`)
}

/**
 * Whether a license is accepted: for "(MPL-2.0 OR Apache-2.0)", one accepted part is enough; for "MIT AND
 * Zlib", every part counts.
 */
function isAccepted(license = ''): boolean {
  const parts = license.replace(/[()]/g, '')
  return parts.split(' OR ').some((choice) => choice.split(' AND ').every((part) => allowed.has(part)))
}

/** Packages with an install script that was neither allowed nor denied. */
export function undecidedScripts({ packages }: LockFile, { allowScripts }: Manifest): string[] {
  return namedPackages(packages)
    .filter(([name, { hasInstallScript }]) => hasInstallScript && !(name in allowScripts))
    .map(([name]) => name)
}

/** Dependencies with a version range instead of an exact version. */
export function looseVersions({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version}`)
}

function namedPackages(packages: LockFile['packages']): [name: string, locked: Locked][] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => [path.slice(path.lastIndexOf('node_modules/') + 13), locked])
}

/** The packages that a file and what it imports load at once: neither types nor what an `import()` gets later. */
export function listPackagesAtStart(entry: string): string[] {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files)
    for (const [, target = ''] of readText(file).matchAll(
      /^(?:import|export)(?! type)(?:[^'()]*? from)? '([^']+)'/gm,
    ))
      if (/^[.#]/.test(target)) files.add(resolveImport(file, target))
      else packages.add(target)
  return [...packages]
}

const readText = (file: string) => readFileSync(resolve(root, file), 'utf8')
