import type { z } from 'zod'

/** An environment setting: its parser, its meaning, and an example for error messages. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  byDefault: string
  meaning: string
  example: string
}

export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  byDefault: string,
  meaning: string,
  example: string,
): Setting<Schema> => ({ schema, byDefault, meaning, example })
