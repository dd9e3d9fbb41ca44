import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Picture } from './client-snapshot.ts'
import { messages } from './clients-messages.ts'

const largest = 1_000_000

/** Loads the picture of a clients file, by relative path or data URL; otherwise returns the error. */
export async function namedPicture(name: string, folder: string): Promise<Picture | string> {
  const [, written] = /^data:[\w/+.-]+;base64,(.*)$/s.exec(name) ?? []
  const bytes = written === undefined ? await bytesOf(resolve(folder, name)) : Buffer.from(written, 'base64')
  if (typeof bytes === 'string') return bytes
  if (bytes.length > largest) return messages.pictureTooLarge
  const type = typeOf(bytes)
  return type ? { type, bytes } : messages.notPicture
}

async function bytesOf(file: string): Promise<Buffer | string> {
  try {
    const { size } = await stat(file)
    return size > largest ? messages.pictureTooLarge : await readFile(file)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    return code === 'ENOENT' ? messages.noPicture(file) : messages.unreadablePicture(file, code ?? message)
  }
}

const beginnings: [Picture['type'], RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** Detects the image type by its first bytes, regardless of its name. */
function typeOf(bytes: Buffer): Picture['type'] | undefined {
  const beginning = bytes.toString('hex', 0, 12)
  return beginnings.find(([, pattern]) => pattern.test(beginning))?.[0]
}
