import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from '../../scim-contract.ts'
import { type ScimGroup, type ScimPage, scimLimits, scimUrns } from '../../scim-resource-contract.ts'
import {
  changeMembers,
  findGroupVersion,
  type GroupRow,
  getGroup,
  listGroups,
  listMembers,
  type MemberChanges,
  type MemberRow,
  readMemberChanges,
  rejectRename,
  toId,
} from './group-queries.ts'
import { requireScimCaller, type ScimCaller, type ScimDeps, writeInTurn } from './require-scim-caller.ts'
import { parseFilter } from './scim-filter.ts'
import { scimMessages } from './scim-messages.ts'
import {
  auditRead,
  createList,
  isShown,
  readPage,
  rejectOtherVersion,
  showAttributes,
} from './scim-response.ts'

/** `/scim/v2/Groups`: the rights at the clients of an identity provider. */
export function groupRoutes(scim: FastifyInstance, deps: ScimDeps) {
  readRoutes(scim, deps)
  changeRoutes(scim, deps)

  registerEndpoint(scim, createScimGroup, async ({ displayName }, request) => {
    const caller = await requireScimCaller(request, deps)
    const [found] = await listGroups(deps.db, caller, [{ attribute: 'displayname', value: displayName }])
    if (found) throw problem(409, scimMessages.groupExists, { scimType: 'uniqueness' })
    throw problem(403, scimMessages.groupsAreGiven)
  })
}

function readRoutes(scim: FastifyInstance, { db, config }: Pick<ScimDeps, 'db' | 'config'>) {
  registerEndpoint(scim, listScimGroups, async (input, request) => {
    const caller = await requireScimCaller(request, { db, config })
    const { startIndex, count } = readPage(input)
    const conditions = input.filter === undefined ? [] : parseFilter(input.filter)
    const found = await listGroups(db, caller, conditions)
    const groups: ScimGroup[] = []
    let members = 0
    for (const group of found.slice(startIndex - 1, startIndex - 1 + count)) {
      const resource = await readGroup(db, caller, group, input)
      members += resource.members?.length ?? 0
      if (members > scimLimits.members)
        throw problem(400, scimMessages.tooManyToList, { scimType: 'tooMany' })
      groups.push(resource)
    }
    await auditRead(db, caller, { subject: 'groups', rows: members })
    return createList(groups, { total: found.length, startIndex })
  })

  registerEndpoint(scim, getScimGroup, async (input, request, reply) => {
    const caller = await requireScimCaller(request, { db, config })
    const group = await readGroup(db, caller, await getGroup(db, caller, input.id), input)
    await auditRead(db, caller, { subject: input.id, rows: group.members?.length ?? 0 })
    if (group.meta) reply.header('etag', group.meta.version)
    return group
  })
}

function changeRoutes(scim: FastifyInstance, deps: ScimDeps) {
  const { bodyBytes: bodyLimit } = scimLimits
  const change = (
    caller: ScimCaller,
    { id, ifMatch }: { id: string; ifMatch?: string | undefined },
    readChanges: (group: GroupRow) => MemberChanges,
  ) =>
    writeInTurn(deps, caller, async (db) => {
      const group = await getGroup(db, caller, id)
      if (ifMatch !== undefined) rejectOtherVersion(ifMatch, await findGroupVersion(db, caller, group))
      await changeMembers(db, caller, group, readChanges(group))
      return group
    })

  registerEndpoint(
    scim,
    replaceScimGroup,
    async (input, request, reply) => {
      const caller = await requireScimCaller(request, deps)
      const group = await change(caller, input, ({ displayName }) => {
        if (input.displayName !== undefined) rejectRename(displayName, input.displayName)
        const wanted = new Map((input.members ?? []).map(({ value }) => [toId(value), true]))
        return { keepsOthers: false, wanted }
      })
      const resource = await readGroup(deps.db, caller, group, {})
      await auditRead(deps.db, caller, { subject: group.id, rows: resource.members?.length ?? 0 })
      reply.header('etag', resource.meta?.version)
      return resource
    },
    { bodyLimit },
  )

  registerEndpoint(
    scim,
    patchScimGroup,
    async (input, request) => {
      const caller = await requireScimCaller(request, deps)
      await change(caller, input, ({ displayName }) => readMemberChanges(displayName, input.Operations))
    },
    { bodyLimit },
  )

  registerEndpoint(scim, deleteScimGroup, async (input, request) => {
    const caller = await requireScimCaller(request, deps)
    await change(caller, input, () => ({ keepsOthers: false, wanted: new Map() }))
  })
}

type Shown = Pick<ScimPage, 'attributes' | 'excludedAttributes'>

async function readGroup(
  db: Database,
  caller: ScimCaller,
  group: GroupRow,
  shown: Shown,
): Promise<ScimGroup> {
  const members = isShown('members', shown) ? await listMembers(db, caller, group) : []
  const version = await findGroupVersion(db, caller, group)
  return showAttributes(toScimGroup(caller, group, { members, version }), shown)
}

const toScimGroup = (
  { origin }: ScimCaller,
  { id, displayName }: GroupRow,
  { members, version }: { members: readonly MemberRow[]; version: string },
): ScimGroup => ({
  schemas: [scimUrns.group],
  id,
  displayName,
  members: members.map(({ id: value, name }) => ({
    value,
    display: name,
    type: 'User',
    $ref: `${origin}/scim/v2/Users/${value}`,
  })),
  meta: { resourceType: 'Group', location: `${origin}/scim/v2/Groups/${id}`, version },
})
