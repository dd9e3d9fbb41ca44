import { z } from 'zod'

/** The subset of JSON Schema that the contracts use. */
export type Schema = {
  type?: string | string[] | undefined
  description?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  format?: string | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  required?: string[] | undefined
  properties?: Record<string, Schema> | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  additionalProperties?: Schema | boolean | undefined
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
  }),
)

const content = z.record(z.string(), z.object({ schema: schema.optional() })).optional()

const operation = z.object({
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), content })).default({}),
})
export type Operation = z.infer<typeof operation>

/** The parts of an OpenAPI 3.1 description that the page shows. */
export const openApi = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})
export type OpenApi = z.infer<typeof openApi>
