import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissError } from '#platform/web/error-notice.tsx'

// The renderer needs a browser; here no page of a PDF is drawn.
vi.mock('#platform/web/pdf/pdf-renderer.ts', () => ({}))
// Mantine waits for fonts, which happy-dom does not have.
Object.assign(globalThis.document, { fonts: new EventTarget() })
// Lazy modules load slowly on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
// Updates outside of `act` are errors.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  cleanup()
  act(dismissError)
  localStorage.clear()
  sessionStorage.clear()
})
