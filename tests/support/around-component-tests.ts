import '@testing-library/jest-dom/vitest'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { dismissError } from '#platform/web/error-notice.tsx'

// The renderer needs a browser; here no page is drawn.
vi.mock('#platform/web/pdf/pdf-renderer.ts', () => ({}))

/** Files share their modules, but each has a document and a window of its own. */
beforeAll(() => {
  // Mantine waits for fonts, which happy-dom does not have.
  Object.assign(globalThis.document, { fonts: new EventTarget() })
  // Updates outside of `act` are errors.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // Lazy modules load slowly on a busy machine.
  configure({ asyncUtilTimeout: 20_000 })
  focusManager.setEventListener((onChange) => {
    const listener = () => onChange()
    addEventListener('visibilitychange', listener)
    return () => removeEventListener('visibilitychange', listener)
  })
})

afterEach(() => {
  cleanup()
  act(dismissError)
  localStorage.clear()
  sessionStorage.clear()
})
