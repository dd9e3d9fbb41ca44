import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { messages } from './cli-messages.ts'

/** Reads a file that an operator names. Throws a readable error if it is missing or unreadable. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(messages.noFile(file), { cause })
    throw new Error(messages.unreadable(file, code ?? message), { cause })
  }
}

/** Writes a file that an operator names. Throws a readable error if it cannot be written. */
export async function writeOperatorFile(file: string, content: string | Uint8Array) {
  await writeFile(file, content).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(messages.unwritable(file, cause.code ?? cause.message), { cause })
  })
}

/** Text for people: not blank, limited in length, printable; line breaks are allowed. */
export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, messages.blank)
    .max(longest, messages.tooLong(longest))
    .regex(/^(\P{Cc}|\n)*$/u, messages.unwritten)

/** The indexes of list items whose value appears earlier in the list. */
export function findDuplicates(values: readonly string[]): [place: number, value: string][] {
  return [...values.entries()].filter(([place, value]) => values.indexOf(value) < place)
}
