import { test } from 'vitest'

/** A test that needs something not every machine has; without it, the test counts as skipped. */
export const testWhere = (isThere: boolean) => (isThere ? test : test.skip)
