import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { ipBucket } from '#platform/http/ip-bucket.ts'
import { deviceCookie, deviceLifeMs } from '#sign-in/server/cookies.ts'
import { generateKey } from '#sign-in/server/secret-keys.ts'
import { messages } from '../messages.ts'

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

/** Limits concurrent lookups, because anyone can send cookies that look like device cookies. */
const lookupQueue = {
  concurrency: 2,
  maxQueued: 2000,
  maxQueuedPerKey: 100,
  messages: { full: messages.busy, shareFull: messages.busy },
}

type FindDeviceAccount = (name: string) => Promise<DeviceAccount | undefined>

/** Finds the ID of the device that sent a login, if the account knows it. Addresses take turns. */
export function createDeviceFinder(config: Config, findAccount: FindDeviceAccount) {
  const enqueue = createFairQueue(lookupQueue)
  return async (request: FastifyRequest, name: string): Promise<string | undefined> => {
    const claim = parseDevice(deviceCookie.readKey(request, config) ?? '')
    if (!claim) return undefined
    const visitor = { key: ipBucket(request.ip), abortSignal: request.abortSignal }
    const account = await enqueue(visitor, () => findAccount(name))
    return account && hasSigned(account, claim) ? claim.id : undefined
  }
}
