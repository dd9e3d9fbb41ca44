import { expect, onTestFinished, test } from 'vitest'
import { setPause } from '#platform/server/pause.ts'
import { openWaitingRoom } from './waiting-room.ts'

const stays = new AbortController().signal
const wait = (name: string, places = 100) => ({ key: Buffer.from(name), limit: { places }, waitMs: 30_000 })

/** A room in which everybody waits until they are let go, and who was refused in it. */
function aRoom() {
  const gate = Promise.withResolvers<void>()
  onTestFinished(setPause(() => gate.promise))
  const room = openWaitingRoom()
  const ended: number[] = []
  return {
    ended,
    room,
    come: (...waits: ReturnType<typeof wait>[]) =>
      room.waitFor(waits, stays).then(
        () => ended.push(200),
        (error: { status: number }) => ended.push(error.status),
      ),
    letGo: gate.resolve,
  }
}

test('an account that is guessed from everywhere fills its own places, and leaves the others theirs', async () => {
  const { room, come, ended, letGo } = aRoom()
  const crowd = Array.from({ length: 150 }, (_, at) => come(wait('account'), wait(`address ${at}`)))
  await Promise.all(crowd.slice(100))
  expect(ended).toEqual(Array(50).fill(429))
  expect(() => room.refuseWhereFull([wait('account')])).toThrow()
  expect(() => room.refuseWhereFull([wait('another'), wait('address 1')])).not.toThrow()
  const other = come(wait('another'))
  letGo()
  await Promise.all([other, ...crowd])
  expect(ended.filter((status) => status === 200)).toHaveLength(101)
  expect(() => room.refuseWhereFull([wait('account')])).not.toThrow()
})

test('when everybody waits, who needs not wait is let through and the next who must is told to come again', async () => {
  const { room, come, ended, letGo } = aRoom()
  const crowd = Array.from({ length: 500 }, (_, at) => come(wait(`account ${at}`)))
  await come(wait('one more'))
  expect(ended).toEqual([503])
  await room.waitFor([{ ...wait('quick'), waitMs: 0 }], stays)
  letGo()
  await Promise.all(crowd)
})
