import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance[] = []

/** Fails a test with console output, unless it checked the output and cleared the spy. */
beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

afterEach(() => {
  expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([])
})

/** Undoes stubs after the last test of a file too, because the next file runs in the same process. */
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})
