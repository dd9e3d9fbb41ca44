// Loaded with `--import` before the portal: adds the milliseconds in a file to its clock, whatever reads it.
import { readFileSync } from 'node:fs'

const { MOVED_CLOCK_FILE: file = '' } = process.env
const RealDate = Date
const readMovedClock = () => RealDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(readMovedClock()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [readMovedClock()], newTarget),
  get: (target, property) => (property === 'now' ? readMovedClock : Reflect.get(target, property)),
})
