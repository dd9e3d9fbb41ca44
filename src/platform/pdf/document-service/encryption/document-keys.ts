import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { messages as configMessages } from '#platform/config/messages.ts'
import { now } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import { messages } from '../messages.ts'

/** A key of the operator. Its ID is derived from it, so that one ID never names two keys. */
export type DocumentKey = { id: string; bytes: Buffer }

/** The operator's keys. A running portal notices when their file changes. */
export type DocumentKeys = {
  /** The key for documents that are stored from now on; undefined if those are stored in clear text. */
  current(): DocumentKey | undefined
  /** A key by its ID; undefined if the file does not have it. */
  find(id: string): DocumentKey | undefined
}

/** The file of keys is missing or wrong; the message tells the operator what to do. */
export class DocumentKeysError extends Error {
  override name = 'DocumentKeysError'
}

const keyPattern = /^[0-9a-f]{64}$/i
/** As the first entry: documents are stored in clear text, and the keys below only decrypt. */
const none = 'none'

type KeyFile = { isOff: boolean; keys: DocumentKey[] }

/**
 * Opens the file of keys, one per line; the first encrypts, all decrypt. Throws `DocumentKeysError` if it is missing or
 * wrong now; a later fault leaves the keys as they are.
 */
export function openDocumentKeys(path: string): DocumentKeys {
  let state = readState(path)
  let file = readKeys(path)
  const reload = () => {
    const found = readState(path)
    if (found === undefined || found === state) return
    try {
      file = readKeys(path)
      state = found
    } catch (error) {
      if (!(error instanceof DocumentKeysError)) throw error
    }
  }
  const findKey = (id: string) => file.keys.find((key) => key.id === id)
  return {
    current() {
      reload()
      return file.isOff ? undefined : file.keys[0]
    },
    find(id) {
      const known = findKey(id)
      if (!known) reload()
      return known ?? findKey(id)
    },
  }
}

/** Undefined while the file cannot be found. */
function readState(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return [ino, size, mtimeNs].join(' ')
  } catch {
    return undefined
  }
}

function readKeys(path: string): KeyFile {
  const lines = readText(path).split('\n')
  const entries = lines.map((line, index) => ({ text: line.trim(), line: index + 1 }))
  const given = entries.filter(({ text }) => text && !text.startsWith('#'))
  const isOff = given[0]?.text === none
  const keys = given.slice(isOff ? 1 : 0).map(({ text, line }) => parseKey(text, path, line))
  if (keys.length === 0) throw new DocumentKeysError(messages.noDocumentKey(path))
  return { isOff, keys }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    const { unreadable } = configMessages.secretFiles
    const fault =
      code === 'EACCES'
        ? unreadable('DOCUMENTS_KEYS_FILE', path)
        : messages.documentKeysUnreadable(path, code)
    throw new DocumentKeysError(fault, { cause })
  }
}

function parseKey(text: string, path: string, line: number): DocumentKey {
  if (!keyPattern.test(text)) throw new DocumentKeysError(messages.notDocumentKey(path, line))
  return toKey(Buffer.from(text, 'hex'))
}

const toKey = (bytes: Buffer): DocumentKey => ({
  id: createHmac('sha256', bytes).update('ID of a document key').digest('hex').slice(0, 16),
  bytes,
})

/** Puts a new key before those of the file, which it creates if there is none. Returns the ID of the key. */
export async function addDocumentKey(path: string): Promise<string> {
  const owner = statSync(path, { throwIfNoEntry: false })
  const former = owner ? readFileSync(path, 'utf8') : ''
  if (former) readKeys(path)
  const key = toKey(randomBytes(32))
  const written = `${path}.new`
  const file = await open(written, 'w', 0o600)
  try {
    // The portal may run as another user than the administrator who runs this command.
    if (owner) await file.chown(owner.uid, owner.gid)
    if (owner) await file.chmod(owner.mode & 0o777)
    const note = `# Key ${key.id}, made ${dayInUtc(now())}`
    await file.writeFile(`${note}\n${key.bytes.toString('hex')}\n${former}`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, path)
  return key.id
}
