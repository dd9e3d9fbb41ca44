import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** The path is not a regular file: reading it may fail, block or never end. */
class NotRegularFileError extends Error {
  override name = 'NotRegularFileError'
  code: 'EISDIR' | 'NO_FILE'

  constructor(isFolder: boolean) {
    super('It is no file.')
    this.code = isFolder ? 'EISDIR' : 'NO_FILE'
  }
}

/**
 * Opens a file for reading and follows links. Throws `NotRegularFileError` for a folder, a pipe or a device without
 * reading it, and the system's error if it cannot be opened.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const found = await file.stat()
  if (found.isFile()) return file
  await file.close()
  throw new NotRegularFileError(found.isDirectory())
}
