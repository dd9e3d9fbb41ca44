/**
 * Tests without pages that mock modules. They run in processes of their own, because elsewhere the modules may
 * already be loaded.
 */
export const mockingTests = [
  'src/features/members/server/login-limits.test.ts',
  'src/features/members/server/login-waits.test.ts',
  'src/features/members/server/password-verifier.test.ts',
]

/** Component tests that mock modules or depend on what modules remember, such as the portal’s time zone. */
export const isolatedComponentTests = [
  'src/features/cases/web/case/case-sections.test.tsx',
  'src/features/provider-search/web/feedback/feedback-modal.test.tsx',
  'src/features/reports/web/reports.test.tsx',
  'src/features/sign-in/web/authentication.test.tsx',
  'src/platform/web/table/export-menu.test.tsx',
]
