/**
 * Tests without pages that mock modules. They run in processes of their own, because elsewhere the modules may
 * already be loaded.
 */
export const mockingTests = [
  'src/features/members/server/device-cookies.test.ts',
  'src/features/members/server/login-limits.test.ts',
  'src/features/members/server/login-waits.test.ts',
  'src/features/members/server/password-verifier.test.ts',
]
