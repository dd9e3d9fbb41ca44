import { z } from 'zod'
import { messages as operator } from '#platform/cli/cli-messages.ts'
import { findDuplicates, words } from '#platform/cli/yaml-file.ts'
import { family, unit } from '../../contract.ts'
import { access } from '../search-definitions.ts'
import { messages } from './directory-messages.ts'

/** Paths reserved by the portal; no search can use them. */
export const reservedKeys: ReadonlySet<string> = new Set([
  'document',
  'audit',
  'confirm-eligibility',
  'emergency-access',
  'member-accounts',
  'sign-ins',
  'about',
  'account-management',
  'api',
  'assets',
  'auth',
  'authorization',
  'client-member-page',
  'client-selector',
  'cookies',
  'credits',
  'current-activity',
  'dev',
  'developers',
  'error',
  'fonts',
  'healthz',
  'home',
  'idp',
  'login',
  'logout',
  'metrics',
  'no-data',
  'patient-search',
  'readyz',
  'report',
  'reports',
  'sign-in-failed',
  'token',
  'undelivered-mail',
  'undelivered-notifications',
  'videos',
  'vobs',
])

const code = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, messages.code)
const key = z
  .string()
  .regex(/^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/, messages.key)
  .refine((text) => !reservedKeys.has(text), { error: ({ input }) => messages.reserved(String(input)) })

const network = z.strictObject({
  code,
  label: words(100),
  family,
  showsTaxId: z.boolean().default(false),
  offersEmail: z.boolean().default(false),
})

const definition = z.strictObject({
  key,
  code,
  name: words(100).optional(),
  title: words(200),
  access,
  unit,
  isVOB: z.boolean().default(false),
  feedback: z.boolean().default(false),
  networks: z.array(code).min(1, messages.noNetwork),
  messages: z
    .strictObject({ invalidSearch: words(1000).optional(), noResults: words(1000).optional() })
    .default({}),
})

/** A file of networks and search definitions. A definition's name defaults to its title. */
export const directorySchema = z
  .strictObject({ networks: z.array(network).default([]), definitions: z.array(definition).default([]) })
  .superRefine(({ networks, definitions }, context) => {
    const addError = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    findDuplicates(networks.map((each) => each.code)).forEach(([index, value]) => {
      addError(['networks', index, 'code'], operator.twice('the code', value))
    })
    for (const word of ['key', 'code'] as const) {
      findDuplicates(definitions.map((each) => each[word])).forEach(([index, value]) => {
        addError(['definitions', index, word], operator.twice(`the ${word}`, value))
      })
    }
    definitions.forEach((each, index) => {
      findDuplicates(each.networks).forEach(([place, value]) => {
        addError(['definitions', index, 'networks', place], operator.twice('the network', value))
      })
    })
  })
  .transform(({ networks, definitions }) => ({
    networks,
    definitions: definitions.map((each) => ({ ...each, name: each.name ?? each.title })),
  }))

export type Directory = z.output<typeof directorySchema>
export type Network = Directory['networks'][number]
export type Definition = Directory['definitions'][number]
