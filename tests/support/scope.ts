import type { ClientScope } from '#platform/server/database.ts'

/** A scope for tests; the product's come from sign-in alone. */
export const scopeOfCodes = (codes: string[]) => codes as readonly string[] as ClientScope
