import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './portal-run.ts'

/** The files that a running portal needs. */
const parts = ['package.json', 'src', 'migrations', 'data', 'dist', 'public']

/** A fault: `code`, which `file` has exactly once, is replaced by `planted`. */
export type Fault = { file: string; code: string; planted: string }

/** Runs `work` with the folder of a copy of the portal that has the fault, and deletes the copy. */
export const withPlantedFault = <Result>(
  { file, code, planted }: Fault,
  work: (folder: string) => Promise<Result>,
): Promise<Result> =>
  withCopy((folder) => {
    const pieces = readFileSync(join(folder, file), 'utf8').split(code)
    if (pieces.length !== 2) throw new Error(`${file} does not contain "${code}" once.`)
    writeFileSync(join(folder, file), pieces.join(planted))
    return work(folder)
  })

/** Runs `work` with the folder of a copy of the portal, and deletes the copy. */
export async function withCopy<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-planted-'))
  try {
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The commit that FROM names, or else the last tagged release, or else the commit before the newest migration; undefined
 * without a history.
 */
export function findPreviousVersion(): string | undefined {
  if (process.env.FROM) return process.env.FROM
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')
  } catch {
    return findCommitBeforeMigration()
  }
}

function findCommitBeforeMigration(): string | undefined {
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%h', '--', 'migrations/*.sql')
    return git('rev-parse', '--short', `${added}^`)
  } catch {
    return undefined
  }
}

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * Runs `work` with the folder of an earlier version, and deletes the folder: its own code and packages, with the built pages
 * of this version.
 */
export async function withVersion(commit: string, work: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-previous-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    const [own, previous] = [root, folder].map((each) =>
      readFileSync(join(each, 'package-lock.json'), 'utf8'),
    )
    if (own === previous) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
