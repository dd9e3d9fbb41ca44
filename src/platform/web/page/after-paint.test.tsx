import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

const frames = new Map<number, FrameRequestCallback>()
const run = vi.fn()

/** No frame is drawn until `drawFrame`, as in a hidden tab. */
beforeEach(() => {
  frames.clear()
  run.mockReset()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frames.set(1, callback)
    return 1
  })
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((frame) => void frames.delete(frame))
})

const drawFrame = () => frames.get(1)?.(0)
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('runs once, in a task after the next frame', () => {
  afterPaint(run)
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
  drawFrame()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  hide()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})

test('runs once in a hidden tab, which draws no frames', () => {
  hide()
  afterPaint(run)
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
  expect(frames.size).toBe(0)
})

test('runs once in a tab that is hidden before its next frame', () => {
  afterPaint(run)
  hide()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
  expect(frames.size).toBe(0)
})

test('does not run once it is canceled, before or after the frame', () => {
  afterPaint(run)()
  expect(frames.size).toBe(0)
  const cancel = afterPaint(run)
  drawFrame()
  cancel()
  hide()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})
