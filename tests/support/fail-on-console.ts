import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complaints: MockInstance[] = []

/** A test during which the console complains fails, unless it looked at the complaint and cleared the spy. */
beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

afterEach(() => {
  expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([])
})
