import { z } from 'zod'
import { messages } from './messages.ts'

const link = z.object({ label: z.string().min(1), url: z.url({ protocol: /^https?$/ }) })

/**
 * Parses an operator's links, each a label and an address, separated by commas: "Privacy https://…, Terms
 * https://…".
 */
export const linkList = z.string().transform((text, context) =>
  text.split(',').map((entry) => {
    const [, label, url] = /^\s*(.+?)\s+(\S+)\s*$/.exec(entry) ?? []
    const result = link.safeParse({ label, url })
    if (result.success) return result.data
    context.addIssue({
      code: 'custom',
      message: messages.settingFaults.notLink,
      params: { shown: entry.trim() },
    })
    return z.NEVER
  }),
)
