import { test } from 'vitest'

/** A test that needs something a stranger's machine may not have; without it, it is counted as skipped. */
export const testWhere = (isThere: boolean) => (isThere ? test : test.skip)
