import type { z } from 'zod'

/** One setting of the environment: how it is read, what it means, and an example for whoever got it wrong. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  byDefault: string
  meaning: string
  example: string
}

/** A setting by its parts. */
export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  byDefault: string,
  meaning: string,
  example: string,
): Setting<Schema> => ({ schema, byDefault, meaning, example })
