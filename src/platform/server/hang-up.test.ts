import { expect, test } from 'vitest'
import { openHttpServer } from './http-server.ts'
import { openLog } from './log.ts'
import { readConfig } from './settings.ts'

test('work ends for whoever was told that it takes too long', async () => {
  const app = await openHttpServer(readConfig({}), openLog('silent'))
  const ended = Promise.withResolvers<void>()
  app.get('/slow', { handlerTimeout: 20 }, ({ hangUp }) => {
    hangUp.addEventListener('abort', () => ended.resolve())
    return ended.promise
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${origin}/slow`)).status).toBe(503)
  await ended.promise
  await app.close()
})
