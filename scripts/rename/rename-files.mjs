// Renames the files that renames.txt lists, and rewrites every reference to them: import specifiers, other relative
// paths in string literals, and paths from the root of the repository in code, settings and documents.
// node scripts/rename/rename-files.mjs [--dry-run]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const isDryRun = process.argv.includes('--dry-run')
const git = (...words) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 })
const files = git('ls-files', '-z').split('\0').filter(Boolean)
const tracked = new Set(files)
const here = import.meta.dirname

const { directories, stems, exact } = readRules(readFileSync(join(here, 'renames.txt'), 'utf8'))
const renamed = new Map(files.map((file) => [file, newPathOf(file)]))
checkRules()

/** Directories of the repository and where most of what they hold goes. */
const folders = new Map()
for (const [from, to] of directories) folders.set(from, to)
for (const file of files)
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
    if (!folders.has(folder)) folders.set(folder, movedFolder(folder))

const rewritten = files.filter(isText).map((file) => [file, rewrite(file, readFileSync(file, 'utf8'))])
if (isDryRun) {
  for (const [from, to] of renamed) if (from !== to) console.log(`${from} -> ${to}`)
} else {
  for (const [file, text] of rewritten) if (text !== undefined) writeFileSync(file, text)
  for (const [from, to] of renamed) {
    if (from === to) continue
    mkdirSync(dirname(to), { recursive: true })
    git('mv', from, to)
  }
}

function readRules(text) {
  const directories = []
  const stems = new Map()
  const exact = new Map()
  let folder = ''
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/)
    if (!line.trim() || line.startsWith('#')) continue
    if (words[0] === 'DIR') directories.push([words[1], words[2]])
    else if (words[0] === 'IN') folder = words[1]
    else if (words[0] === 'FILE') exact.set(words[1], words[2])
    else stems.set(`${folder}/${words[0]}`, words[1])
  }
  directories.sort(([a], [b]) => b.length - a.length)
  return { directories, stems, exact }
}

/** `name` and what follows its first dot: tests and style sheets are renamed with the file they belong to. */
function partsOf(file) {
  const base = posix.basename(file)
  const dot = base.indexOf('.', 1)
  return dot < 0 ? [base, ''] : [base.slice(0, dot), base.slice(dot)]
}

function newPathOf(file) {
  const given = exact.get(file)
  if (given) return given
  const [stem, rest] = partsOf(file)
  const name = `${stems.get(`${posix.dirname(file)}/${stem}`) ?? stem}${rest}`
  return posix.join(movedFolder(posix.dirname(file)), name)
}

function movedFolder(folder) {
  for (const [from, to] of directories)
    if (folder === from || folder.startsWith(`${from}/`)) return to + folder.slice(from.length)
  return folder
}

function checkRules() {
  const seen = new Map()
  for (const [from, to] of renamed) {
    if (seen.has(to)) throw new Error(`Both ${from} and ${seen.get(to)} become ${to}.`)
    seen.set(to, from)
  }
  for (const path of stems.keys())
    if (!files.some((file) => posix.join(posix.dirname(file), partsOf(file)[0]) === path))
      console.error(`No file: ${path}`)
  for (const path of exact.keys()) if (!tracked.has(path)) console.error(`No file: ${path}`)
}

function isText(file) {
  return (
    /\.(ts|tsx|mjs|cjs|js|json|css|md|html|yaml|yml|txt|sh|toml|svg)$|^\.ci\/|^\.[a-z-]+$/.test(file) &&
    !/^(package-lock\.json|data\/.*\.(csv|json|txt)$|public\/)/.test(file) &&
    !file.startsWith('scripts/rename/')
  )
}

function rewrite(file, text) {
  let changed = text
  if (/\.(ts|tsx|mjs|cjs|css|json|html)$/.test(file)) changed = rewriteRelative(file, changed)
  changed = rewriteAliases(changed)
  changed = rewriteRooted(file, changed)
  return changed === text ? undefined : changed
}

/** Paths that begin with ./ or ../ in string literals and url(), where they lead to something of the repository. */
function rewriteRelative(file, text) {
  const [from, to] = [posix.dirname(file), posix.dirname(renamed.get(file))]
  return text.replaceAll(/(['"`(])(\.\.?(?:\/[^'"`()\s${}*]*)?)(?=['"`)?*$])/g, (whole, quote, path) => {
    const target = posix.join(from, path.replace(/\/$/, ''))
    const slash = path.endsWith('/') ? '/' : ''
    let moved
    if (target === '.' || target === './') moved = '.'
    else if (tracked.has(target)) moved = renamed.get(target)
    else if (folders.has(target)) moved = folders.get(target)
    else if (existsSync(target) && !target.startsWith('..')) moved = target
    else return whole
    if (from === to && moved === target) return whole
    const relative = posix.relative(to, moved) || '.'
    return `${quote}${relative.startsWith('.') ? relative : `./${relative}`}${slash}`
  })
}

/** Specifiers of package.json's imports: `#cases/server/routes.ts`. */
function rewriteAliases(text) {
  return text.replaceAll(/#([a-z-]+)\/([\w./-]+\.\w+)/g, (whole, alias, path) => {
    const root = { testing: 'src/testing', demo: 'src/demo' }[alias] ?? `src/${alias}`
    const target = posix.join(root, path)
    const moved = renamed.get(target)
    if (!moved) return whole
    for (const [name, folder] of Object.entries(aliases()))
      if (moved.startsWith(`${folder}/`)) return `#${name}/${moved.slice(folder.length + 1)}`
    throw new Error(`No alias leads to ${moved}.`)
  })
}

function aliases() {
  const features =
    'authorizations billing cases clients geography members provider-search reports sign-in vob'
  return {
    ...Object.fromEntries(features.split(' ').map((name) => [name, `src/features/${name}`])),
    app: 'src/app',
    platform: 'src/platform',
    seed: 'src/seed',
    'test-support': 'tests/support',
    'base-map': 'tools/base-map',
  }
}

/** Paths from the root: files wherever they stand, folders where a slash follows. */
function rewriteRooted(file, text) {
  return text.replaceAll(
    /(?<![\w./#-])((?:src|laws|prove|e2e|setup|bench|docs)\/[\w./*-]*\w)/g,
    (whole, path) => {
      if (renamed.has(path)) return renamed.get(path)
      if (folders.has(path)) return folders.get(path)
      const [folder, last] = [posix.dirname(path), posix.basename(path)]
      if (folders.has(folder)) return `${folders.get(folder)}/${last}`
      return whole
    },
  )
}
