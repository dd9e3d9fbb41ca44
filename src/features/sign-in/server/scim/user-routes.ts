import type { FastifyInstance } from 'fastify'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
} from '../../scim-contract.ts'
import { type ScimUser, scimLimits, scimUrns } from '../../scim-resource-contract.ts'
import { flattenUser, patchUser, type UserAttributes } from './patch-user.ts'
import { addPerson, changePerson, removePerson } from './person-changes.ts'
import { requireScimCaller, type ScimCaller, type ScimDeps, writeInTurn } from './require-scim-caller.ts'
import { parseFilter } from './scim-filter.ts'
import { auditRead, createList, readPage, rejectOtherVersion, showAttributes } from './scim-response.ts'
import { getPerson, listPeople, lockPerson, type PersonRow } from './user-queries.ts'

/** `/scim/v2/Users`: the people of an identity provider. */
export function userRoutes(scim: FastifyInstance, deps: ScimDeps) {
  readRoutes(scim, deps)
  writeRoutes(scim, deps)
}

function readRoutes(scim: FastifyInstance, deps: ScimDeps) {
  registerEndpoint(scim, listScimUsers, async (input, request) => {
    const caller = await requireScimCaller(request, deps)
    const { startIndex, count } = readPage(input)
    const conditions = input.filter === undefined ? [] : parseFilter(input.filter)
    const { total, people } = await listPeople(deps.db, caller, { conditions, startIndex, count })
    await auditRead(deps.db, caller, { subject: 'people', rows: people.length })
    const users = people.map((person) => showAttributes(toScimUser(caller, person), input))
    return createList(users, { total, startIndex })
  })

  registerEndpoint(scim, getScimUser, async (input, request, reply) => {
    const caller = await requireScimCaller(request, deps)
    const person = await getPerson(deps.db, caller, input.id)
    await auditRead(deps.db, caller, { subject: person.id, rows: 1 })
    reply.header('etag', toVersion(person))
    return showAttributes(toScimUser(caller, person), input)
  })
}

function writeRoutes(scim: FastifyInstance, deps: ScimDeps) {
  const { bodyBytes: bodyLimit } = scimLimits

  registerEndpoint(
    scim,
    createScimUser,
    async (input, request, reply) => {
      const caller = await requireScimCaller(request, deps)
      const person = await writeInTurn(deps, caller, (db) => addPerson(db, caller, flattenUser(input)))
      const user = toScimUser(caller, person)
      reply.headers({ location: user.meta?.location, etag: toVersion(person) })
      return user
    },
    { bodyLimit },
  )

  changeRoutes(scim, deps)

  registerEndpoint(scim, deleteScimUser, async ({ id, ifMatch }, request) => {
    const caller = await requireScimCaller(request, deps)
    await writeInTurn(deps, caller, async (db) => {
      const current = await lockPerson(db, caller, id)
      rejectOtherVersion(ifMatch, toVersion(current))
      await removePerson(db, caller, current)
    })
  })
}

function changeRoutes(scim: FastifyInstance, deps: ScimDeps) {
  const { bodyBytes: bodyLimit } = scimLimits
  const change = async (
    caller: ScimCaller,
    { id, ifMatch }: { id: string; ifMatch?: string | undefined },
    next: (current: PersonRow) => UserAttributes,
  ) =>
    writeInTurn(deps, caller, async (db) => {
      const current = await lockPerson(db, caller, id)
      rejectOtherVersion(ifMatch, toVersion(current))
      return changePerson(db, caller, current, next(current))
    })

  registerEndpoint(
    scim,
    replaceScimUser,
    async (input, request, reply) => {
      const caller = await requireScimCaller(request, deps)
      const person = await change(caller, input, (current) => flattenUser(input, current))
      reply.header('etag', toVersion(person))
      return toScimUser(caller, person)
    },
    { bodyLimit },
  )

  registerEndpoint(
    scim,
    patchScimUser,
    async (input, request, reply) => {
      const caller = await requireScimCaller(request, deps)
      const person = await change(caller, input, (current) =>
        patchUser(pickAttributes(current), input.Operations),
      )
      reply.header('etag', toVersion(person))
      return toScimUser(caller, person)
    },
    { bodyLimit },
  )
}

const pickAttributes = (person: PersonRow): UserAttributes => {
  const { userName, externalId, active, displayName, formattedName, givenName, familyName, email } = person
  return { userName, externalId, active, displayName, formattedName, givenName, familyName, email }
}

const toVersion = ({ version }: PersonRow) => `W/"${version}"`

const present = <Value>(values: Record<string, Value | null>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Record<string, Value>

function toScimUser({ origin }: ScimCaller, person: PersonRow): ScimUser {
  const { id, userName, externalId, active, displayName, email, groups } = person
  const name = present({
    formatted: person.formattedName,
    givenName: person.givenName,
    familyName: person.familyName,
  })
  return {
    schemas: [scimUrns.user],
    id,
    userName,
    active,
    ...present({ externalId, displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    groups: groups.map((group) => ({
      value: group,
      $ref: `${origin}/scim/v2/Groups/${group}`,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.changedAt.toISOString(),
      location: `${origin}/scim/v2/Users/${id}`,
      version: toVersion(person),
    },
  }
}
