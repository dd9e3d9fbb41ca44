import { test } from 'vitest'

/** A test with a requirement that not every machine meets. Without it, the test counts as skipped. */
export const testIf = (isAvailable: boolean) => (isAvailable ? test : test.skip)
