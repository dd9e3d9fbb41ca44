import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { deviceCookie, deviceLifeMs, generateKey } from '#sign-in/server/cookies.ts'
import { isAccountName } from './member-accounts.ts'

/** The part of an account that signs its device cookies. */
type DeviceAccount = { deviceKey: Buffer }

/**
 * The value of the device cookie (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a random ID
 * and its expiry, signed with the key of the account. It identifies neither the account nor a person.
 */
export function signDevice({ deviceKey }: DeviceAccount, id = generateKey()): string {
  const payload = `${id}.${(now().getTime() + deviceLifeMs).toString(36)}`
  return `${payload}.${signature(deviceKey, payload)}`
}

/** The parts of a device cookie: its ID and expiry, and their signature, which `hasSigned` checks. */
type DeviceClaim = { id: string; payload: string; signed: string }

/** Reads a device cookie that has not expired. Without the account's key, anyone can make one up. */
function parseDevice(value: string): DeviceClaim | undefined {
  const [, payload = '', id = '', expires = '', signed = ''] =
    /^(([\w-]{43})\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(value) ?? []
  return Number.parseInt(expires, 36) > now().getTime() ? { id, payload, signed } : undefined
}

/** Whether a device cookie was issued for this account. */
function hasSigned({ deviceKey }: DeviceAccount, { payload, signed }: DeviceClaim): boolean {
  const [expected, given] = [Buffer.from(signature(deviceKey, payload)), Buffer.from(signed)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const signature = (deviceKey: Buffer, payload: string) =>
  createHmac('sha256', deviceKey).update(payload).digest('base64url')

/** Reads the device keys of accounts by name. */
type FindDeviceKeys = (names: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>

/**
 * Finds the ID of the device that sent a login, if the account knows it. Anyone can send cookies that look like
 * device cookies, so one query at a time reads the keys, for all logins that have arrived since the one before.
 */
export function createDeviceFinder(config: Config, findDeviceKeys: FindDeviceKeys) {
  const findDeviceKey = createBatchLookup(findDeviceKeys)
  return async (request: FastifyRequest, name: string): Promise<string | undefined> => {
    const claim = parseDevice(deviceCookie.readKey(request, config) ?? '')
    if (!claim || !isAccountName(name)) return undefined
    const deviceKey = await findDeviceKey(name)
    return deviceKey && hasSigned({ deviceKey }, claim) ? claim.id : undefined
  }
}

/** Names that wait for the running query, and the result of the query that will read them. */
type Batch = { names: Set<string>; keys: ReturnType<FindDeviceKeys> }

/** Looks up keys with one query at a time, which reads all names that are waiting: none waits for more than two. */
function createBatchLookup(findDeviceKeys: FindDeviceKeys) {
  let running: Promise<unknown> = Promise.resolve()
  let next: Batch | undefined

  function startBatch(): Batch {
    const names = new Set<string>()
    const keys = running.then(() => {
      next = undefined
      return findDeviceKeys([...names])
    })
    running = keys.catch(() => undefined)
    return { names, keys }
  }

  return async (name: string): Promise<Buffer | undefined> => {
    next ??= startBatch()
    next.names.add(name)
    return (await next.keys).get(name)
  }
}
