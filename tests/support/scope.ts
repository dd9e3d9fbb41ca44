import type { ClientScope } from '#platform/db/database.ts'

/** A scope for tests; in the product only sign-in creates one. */
export const scopeOfCodes = (codes: string[]) => codes as readonly string[] as ClientScope
