/** Why the embedded PostgreSQL cannot be opened, in words for the person who started us: what is wrong, what to do. */
export class CannotOpen extends Error {
  override name = 'CannotOpen'
}

/** The error's code (`EACCES`, …), where it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** Whether a program's words, or an error of the system or of PostgreSQL, mean that there is no room left. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded/i.test(text)
}
