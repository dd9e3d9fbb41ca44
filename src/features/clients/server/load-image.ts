import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Picture } from './client-snapshot.ts'
import { messages } from './clients-messages.ts'

const maxBytes = 1_000_000

/** Loads a picture from a relative path or data URL; returns an error message if that fails. */
export async function loadImage(name: string, folder: string): Promise<Picture | string> {
  const [, base64] = /^data:[\w/+.-]+;base64,(.*)$/s.exec(name) ?? []
  const bytes = base64 === undefined ? await readBytes(resolve(folder, name)) : Buffer.from(base64, 'base64')
  if (typeof bytes === 'string') return bytes
  if (bytes.length > maxBytes) return messages.pictureTooLarge
  const type = detectType(bytes)
  return type ? { type, bytes } : messages.notPicture
}

async function readBytes(file: string): Promise<Buffer | string> {
  try {
    const { size } = await stat(file)
    return size > maxBytes ? messages.pictureTooLarge : await readFile(file)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    return code === 'ENOENT' ? messages.noPicture(file) : messages.unreadablePicture(file, code ?? message)
  }
}

const signatures: [Picture['type'], RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** Detects the image type from the first bytes, regardless of the file name. */
function detectType(bytes: Buffer): Picture['type'] | undefined {
  const firstBytes = bytes.toString('hex', 0, 12)
  return signatures.find(([, pattern]) => pattern.test(firstBytes))?.[0]
}
