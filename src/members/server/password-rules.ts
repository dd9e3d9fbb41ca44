/** How many characters are left at least of a password without what is guessed first. */
export const leastUnguessed = 8

/** A name shorter than this is in many a word. */
const shortestName = 4

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm']
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))]
const shortestRun = 4

/**
 * What is left of a password without the name of its account, with a single character for each sequence ("abcdef",
 * "4321", "qwertz") and a single part for each repetition (NIST SP 800-63B, 5.1.1.2).
 */
export function unguessed(password: string, name: string): string {
  const said = password.toLowerCase()
  const kept = name.trim().toLowerCase()
  const nameless = kept.length < shortestName ? said : said.replaceAll(kept, '')
  return withoutRuns(nameless).replaceAll(/(.+?)\1+/gu, '$1')
}

function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length; at += Math.max(1, runAt(text, at))) left += text[at]
  return left
}

/** How long the sequence is that begins here; 0 where none does. */
function runAt(text: string, at: number): number {
  let length = shortestRun
  while (at + length <= text.length && runs.some((run) => run.includes(text.slice(at, at + length))))
    length += 1
  return length > shortestRun ? length - 1 : 0
}
