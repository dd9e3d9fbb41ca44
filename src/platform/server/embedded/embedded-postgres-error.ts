/** The embedded PostgreSQL cannot be opened; the message tells the operator what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The error code (`EACCES`, …), if any. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether program output, or a system or PostgreSQL error, means that the disk is full. */
export function isDiskFullMessage(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text)
}
