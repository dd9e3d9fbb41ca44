import { z } from 'zod'

/** What `npm audit --json` prints; an error if the registry has no list of vulnerabilities or cannot be reached. */
const report = z.union([
  z.object({
    vulnerabilities: z.record(
      z.string(),
      z.object({ severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']), range: z.string() }),
    ),
  }),
  z.object({ error: z.unknown() }),
  z.object({ message: z.string() }),
])

type Verdict =
  /** The packages whose vulnerabilities stop a release, as `name range (severity)`. */
  { grave: string[]; others: number } | 'unknown'

/** Reads the output of `npm audit --json`. SECURITY.md says which vulnerabilities may wait. */
export function judgeVulnerabilities(output: string): Verdict {
  const { data } = report.safeParse(parse(output))
  if (!data || !('vulnerabilities' in data)) return 'unknown'
  const all = Object.entries(data.vulnerabilities)
  const grave = all.filter(([, { severity }]) => severity === 'high' || severity === 'critical')
  return {
    grave: grave.map(([name, { range, severity }]) => `${name} ${range} (${severity})`),
    others: all.length - grave.length,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
