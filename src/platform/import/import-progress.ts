import { Presets, SingleBar } from 'cli-progress'
import { csvMessages } from './import-messages.ts'

const linesEvery = 0.25

/** Progress of an import: a bar on a terminal, otherwise a line at each quarter. */
export function importProgress(terminal: boolean, write: (line: string) => void) {
  return terminal ? barProgress(write) : lineProgress(write)
}

function barProgress(write: (line: string) => void) {
  const format = '  {bar} {percentage}% | {rows} rows | {eta_formatted} left'
  const bar = new SingleBar({ format, hideCursor: true }, Presets.shades_classic)
  const stop = () => {
    if (bar.isActive) bar.stop()
  }
  return {
    update(read: number, fraction: number) {
      const rows = read.toLocaleString('en-US')
      if (bar.isActive) bar.update(Math.floor(fraction * 1000), { rows })
      else bar.start(1000, Math.floor(fraction * 1000), { rows })
    },
    write(line: string) {
      stop()
      write(line)
    },
    stop,
  }
}

function lineProgress(write: (line: string) => void) {
  let next = linesEvery
  return {
    update(read: number, fraction: number) {
      if (fraction < next || fraction >= 1) return
      write(csvMessages.reading(read, Math.floor(fraction * 100)))
      next = fraction + linesEvery
    },
    write,
    stop: () => {},
  }
}
