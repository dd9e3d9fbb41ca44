import { z } from 'zod'
import { family, unit } from '../contract.ts'

/** Whom a search is open to. */
export const access = z.enum(['public', 'restricted-ip', 'signed-in'])

/** A network as the database has it. */
export const networkRow = z.object({
  code: z.string(),
  label: z.string(),
  family,
  showsTaxId: z.boolean(),
  offersEmail: z.boolean(),
})

/** What every reader of a search definition gets from the database. */
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
