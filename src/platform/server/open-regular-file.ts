import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** What is at a path is no file: reading it may fail, wait or never end. */
export class NoRegularFile extends Error {
  override name = 'NoRegularFile'
  code: 'EISDIR' | 'NO_FILE'

  constructor(isFolder: boolean) {
    super('It is no file.')
    this.code = isFolder ? 'EISDIR' : 'NO_FILE'
  }
}

/**
 * Opens a file to be read, also one that a link leads to. Throws `NoRegularFile` for a folder, a pipe or a device, of
 * which nothing is read, and the system's fault where nothing can be opened.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const found = await file.stat()
  if (found.isFile()) return file
  await file.close()
  throw new NoRegularFile(found.isDirectory())
}
