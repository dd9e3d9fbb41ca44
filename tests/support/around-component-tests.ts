import '@testing-library/jest-dom/vitest'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import { queryClient } from '#app/web/query-client.ts'
import { dismissError } from '#platform/web/error-notice.tsx'
import { sessionStore } from '#sign-in/web/session-store.ts'
import './query-timers.ts'

// The renderer needs a browser; here no page of a PDF is drawn.
vi.mock('#platform/web/pdf/pdf-renderer.ts', () => ({}))
// The captcha renders itself and computes in a worker, which only browsers have.
vi.mock('altcha/external', () => ({}))
vi.mock('altcha/workers/pbkdf2?worker', () => ({ default: class {} }))
Object.assign(globalThis, { $altcha: { algorithms: new Map() } })
// Mantine waits for fonts, which happy-dom does not have.
Object.assign(globalThis.document, { fonts: new EventTarget() })
// Lazy modules load slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
// A stack trace of each element, for warnings of React, would take a fifth of the time of these tests. React stops tracing
// above this number.
for (const [name, internals] of Object.entries(React))
  if (name.startsWith('__CLIENT_INTERNALS'))
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => Number.POSITIVE_INFINITY,
      set: () => {},
    })
// Updates outside of `act` are errors.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const initialSession = sessionStore.state

/** Empties the page, its stores and its caches: the next test runs in the same one. */
afterEach(() => {
  cleanup()
  act(() => {
    dismissError()
    sessionStore.setState(() => initialSession)
    queryClient.clear()
    focusManager.setFocused(undefined)
  })
  localStorage.clear()
  sessionStorage.clear()
  globalThis.document.body.replaceChildren()
})
