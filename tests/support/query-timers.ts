import { timeoutManager } from '@tanstack/react-query'
import { vi } from 'vitest'

// Queries poll only in tests with fake timers: how long a test takes does not change what it requests.
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout> | number>({
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, delay) => (vi.isFakeTimers() ? setInterval(callback, delay) : 0),
  clearInterval: (timer) => clearInterval(timer),
})
