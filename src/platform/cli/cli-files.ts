import { open, readFile, writeFile } from 'node:fs/promises'
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
export const writeOperatorFile = (file: string, content: string | Uint8Array) =>
  describeFailure(file, writeFile(file, content))

type Content = string | Uint8Array | Iterable<string> | AsyncIterable<string>

/** Like `writeOperatorFile`, but only the owner can read the file, even if it replaces one that others could read. */
export const writePrivateFile = (file: string, content: Content) =>
  describeFailure(file, writePrivately(file, content))

async function writePrivately(file: string, content: Content) {
  const opened = await open(file, 'w', 0o600)
  try {
    if ((await opened.stat()).isFile()) await opened.chmod(0o600)
    await opened.writeFile(content)
  } finally {
    await opened.close()
  }
}

/** Says in the error of a file that an operator names why it cannot be written. */
export const describeFailure = <T>(file: string, writing: Promise<T>): Promise<T> =>
  writing.catch((cause: NodeJS.ErrnoException) => {
    // The content may fail, too: it can be read while it is written.
    if (!cause.syscall) throw cause
    throw new Error(messages.unwritable(file, cause.code ?? cause.message), { cause })
  })
