import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A package in `node_modules` of the release. */
export type ShippedPackage = { path: string; name: string; version: string; license: string }

type Installed = { version: string; license?: string; dev?: boolean }

/** npm's list of the packages that it installed. */
const installedFile = 'node_modules/.package-lock.json'

/** The packages that npm installed for production on this platform. */
export function listPackages(root: string): ShippedPackage[] {
  return Object.entries(readInstalled(root).packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { version, license = 'in its license file' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }))
}

/** Types, sources of compiled code, documentation and static libraries: nothing that runs. */
const unusedFile = /\.(map|a|flow|tsbuildinfo|md|markdown|[cm]?tsx?)$/
const legalFile = /(^|\/)(licen[cs]e|copying|notice|authors)[^/]*$/i

/** Modules for bundlers, and types; Node.js loads the ones in dist-cjs. */
const unusedModules = /^dist-(es|types)(\/|$)/

/** Builds for browsers, and weights of the font that no document uses. */
const unusedFolders: Readonly<Record<string, RegExp>> = {
  '@aws-sdk/*': unusedModules,
  '@smithy/*': unusedModules,
  '@cantoo/pdf-lib': /^(dist|src|ts3\.4)(\/|$)/,
  '@expo-google-fonts/noto-sans': /^(?!400Regular|700Bold)\d{3}|Italic/,
  '@hyzyla/pdfium': /base64|browser|worker|cdn/,
  bintrees: /^(test|examples|dist)(\/|$)/,
  pdfkit: /pdfkit\.(standalone|browser)/,
}

/** Whether the program needs this file or folder of a package, or its license demands it. */
export const isNeeded = (name: string, file: string): boolean =>
  legalFile.test(file) ||
  !(unusedFile.test(file) || (unusedFolders[name] ?? unusedFolders[name.replace(/\/.*/, '/*')])?.test(file))

/**
 * Copies what the program needs of each package, and the part of npm's list of installed packages that names them.
 * Node.js itself is not copied.
 */
export function copyPackages(packages: readonly ShippedPackage[], root: string, folder: string): void {
  const isCopied = ({ name }: ShippedPackage) => !name.startsWith('node-linux-')
  for (const { path, name } of packages.filter(isCopied)) {
    const source = join(root, path)
    cpSync(source, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      // Packages inside this one are in the list themselves.
      filter: (from) => {
        const file = relative(source, from)
        return file === '' || (!file.startsWith('node_modules') && isNeeded(name, file))
      },
    })
  }
  const list = readInstalled(root)
  const kept = packages.filter(isCopied).map(({ path }) => [path, list.packages[path]])
  const lock = { ...list, packages: Object.fromEntries(kept) }
  writeFileSync(join(folder, installedFile), JSON.stringify(lock, null, 2))
}

/** The texts of the license files of a package. */
export function readLicenses(root: string, { path }: ShippedPackage): string[] {
  const names = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && legalFile.test(entry.name))
    .map(({ name }) => name)
    .sort()
  return names.map((name) => readFileSync(join(root, path, name), 'utf8').trim())
}

function readInstalled(root: string): { packages: Record<string, Installed> } {
  return JSON.parse(readFileSync(join(root, installedFile), 'utf8'))
}
