import { audit } from '#platform/db/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { type ScimPage, scimLimits, scimUrns } from '../../scim-resource-contract.ts'
import type { ScimCaller } from './require-scim-caller.ts'
import { scimMessages } from './scim-messages.ts'

/** A list response (RFC 7644, section 3.4.2) of all resources, or of a page of them. */
export const createList = <Resource>(
  resources: Resource[],
  { total = resources.length, startIndex = 1 }: { total?: number; startIndex?: number } = {},
) => ({
  schemas: [scimUrns.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** The page that a request asks for: values out of range count as the nearest valid ones. */
export const readPage = ({ startIndex = 1, count = scimLimits.page }: ScimPage) => ({
  startIndex: Math.max(1, startIndex),
  count: Math.min(scimLimits.page, Math.max(0, count)),
})

type Shown = Pick<ScimPage, 'attributes' | 'excludedAttributes'>

/** Whether a response has an attribute, by the parameters of the request. */
export function isShown(name: string, { attributes, excludedAttributes }: Shown): boolean {
  const listed = (names: string) =>
    names.split(',').some((each) => new RegExp(`^(.*:)?${name}(\\.|$)`, 'i').test(each.trim()))
  if (attributes) return listed(attributes)
  return !excludedAttributes || !listed(excludedAttributes)
}

/** A resource with the attributes that the request asks for. `schemas` and `id` are in every response. */
export const showAttributes = <Resource extends { schemas: string[]; id: string }>(
  resource: Resource,
  shown: Shown,
): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => ['schemas', 'id'].includes(name) || isShown(name, shown)),
  ) as Resource

/** Throws 412 if the request is for another version (RFC 7644, section 3.14). */
export function rejectOtherVersion(ifMatch: string | undefined, version: string) {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  if (!ifMatch.split(',').some((tag) => bare(tag) === bare(version)))
    throw problem(412, scimMessages.otherVersion)
}

/** Records that people were read through SCIM: `subject` is the ID of a person or a group. */
export const auditRead = (
  db: Database,
  { audit: entry }: ScimCaller,
  { subject, rows }: { subject: string; rows: number },
) => audit(db, { ...entry, action: 'people read by SCIM', subject, detail: { rows } })
