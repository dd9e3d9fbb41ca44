import { useEffect, useState } from 'react'
import { now } from '../contract/clock.ts'

const minuteMs = 60_000

/** The current time, renewed each minute. */
export function useMinute(): Date {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return at
}
