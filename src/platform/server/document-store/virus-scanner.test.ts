import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../setting-schemas.ts'
import { scanned } from './virus-scanner.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scan-'))
  file = join(folder, 'a file; touch injected.pdf')
  await writeFile(file, '%PDF-1.7 EICAR')
  onTestFinished(() => rm(folder, { recursive: true }))
})

/** A scanner that is a script. */
async function scanner(script: string, ...words: string[]) {
  const path = join(folder, 'scanner')
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return [path, ...words]
}

const eicar = 'if grep -q EICAR; then echo "stream: Eicar-Test-Signature FOUND"; exit 1; fi; exit 0'

test('without a scanner nothing is asked', async () => {
  expect(await scanned(undefined, file)).toEqual({ infected: false, said: '' })
})

test('a file is clean or infected as the scanner says, which reads it on its standard input', async () => {
  const command = await scanner(eicar, '--no-summary', '-')
  expect(await scanned(command, file)).toEqual({ infected: true, said: 'stream: Eicar-Test-Signature FOUND' })
  await writeFile(file, '%PDF-1.7')
  expect(await scanned(command, file)).toMatchObject({ infected: false })
})

test('a scanner without "-" is given the path as one last argument, and no shell reads it', async () => {
  const command = await scanner(
    'test $# = 2 && test "$1" = "--fd pass" && exec grep -q EICAR "$2"',
    '--fd pass',
  )
  expect(await scanned(command, file)).toMatchObject({ infected: false })
  const touching = commandLine.parse(`${command[0]} "$(touch ${folder}/injected)" ; | touch`)
  await expect(scanned(touching, file)).resolves.toBeDefined()
  expect(await readdir(folder)).not.toContain('injected')
})

test.each([
  ['exits with another code', 'exit 2', '2'],
  ['is killed', 'kill -9 $$', 'SIGKILL'],
  ['does not answer in time', 'exec sleep 60', 'SIGKILL'],
])('a scanner that %s gives no verdict: the import is refused in words', async (_case, script, outcome) => {
  await expect(scanned(await scanner(script), file, 300)).rejects.toThrow(
    `did not return a verdict (${outcome})`,
  )
})

test('a scanner that is not there gives no verdict', async () => {
  await expect(scanned([join(folder, 'none'), '-'], file)).rejects.toThrow(
    'did not return a verdict (ENOENT)',
  )
})

test('a command is split into words, those with spaces in double quotes', () => {
  expect(commandLine.parse('clamdscan --config "/etc/my clam.conf" -')).toEqual([
    ...['clamdscan', '--config', '/etc/my clam.conf', '-'],
  ])
  expect(commandLine.safeParse('  ').success).toBe(false)
})
