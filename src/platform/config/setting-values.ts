import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { messages } from './messages.ts'
import type { Setting } from './setting-schemas.ts'

export type Environment = Record<string, string | undefined>

/** A value, or why there is none: in words, and for a file as a code, too. */
type Found = { value?: string | undefined; fault?: string | undefined; code?: string | undefined }

const text = messages.secretFiles

/** No secret or certificate is longer; protects against reading a wrong file as a whole. */
const maxFileBytes = 64 * 1024

/**
 * The value of a setting: its variable, or for a secret the file that `NAME_FILE` names, without line breaks at its
 * end. A variable that is empty is unset.
 */
export function findValue(environment: Environment, name: string, { isSecret }: Setting): Found {
  const value = environment[name] || undefined
  const fileVariable = `${name}_FILE`
  const path = isSecret ? environment[fileVariable] : undefined
  if (!path) return { value }
  if (value) return { fault: text.both(name, fileVariable) }
  return readSmallFile(fileVariable, path)
}

/** The text of a file that a variable names, without line breaks at its end, or why it cannot be used. */
export function readSmallFile(variable: string, path: string): Found {
  const refuse = (code: string, reason = code) => ({ code, fault: text.unusable(variable, path, reason) })
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const found = fstatSync(file)
    if (!found.isFile()) return refuse('NO_FILE', text.notFile)
    if (found.size > maxFileBytes) return refuse('TOO_LONG', text.tooLong(maxFileBytes))
    const value = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
    return value ? { value } : refuse('EMPTY', text.empty)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return code === 'EACCES' ? { code, fault: text.unreadable(variable, path) } : refuse(code)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A message about an invalid value, which it shows unless that may contain a password. */
export function formatIssue(
  name: string,
  value: string | undefined,
  error: z.ZodError | undefined,
  { example, isSecret }: Setting,
): string {
  const issue = error?.issues[0]
  const entry = issue?.code === 'custom' ? issue.params?.shown : undefined
  const isHidden = isSecret || name.includes('URL')
  const shown = isHidden ? messages.settingFaults.secretValue : `"${entry ?? value ?? ''}"`
  return messages.wrongSetting(name, shown, issue?.message ?? '', example)
}
