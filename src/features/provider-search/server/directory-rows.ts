import { z } from 'zod'
import { family, unit } from '../contract.ts'

/** Who can use a search. */
export const access = z.enum(['public', 'restricted-ip', 'signed-in'])

export const networkRow = z.object({
  code: z.string(),
  label: z.string(),
  family,
  showsTaxId: z.boolean(),
  offersEmail: z.boolean(),
})

/** The columns shared by all search definition queries. */
export const definitionRow = z.object({
  key: z.string(),
  code: z.string(),
  name: z.string(),
  title: z.string(),
  access,
  unit,
  isVOB: z.boolean(),
  feedback: z.boolean(),
})
