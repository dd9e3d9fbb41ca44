import { readFile, writeFile } from 'node:fs/promises'
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
