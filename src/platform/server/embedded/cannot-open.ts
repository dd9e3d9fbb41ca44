/** Why the embedded PostgreSQL cannot be opened, in words for the person who started us: what is wrong, what to do. */
export class CannotOpen extends Error {
  override name = 'CannotOpen'
}

/** The error's code (`EACCES`, …), where it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
