import { expect, test } from 'vitest'
import { settingArguments, sharedBuffers } from './init-cluster.ts'

const gigabyte = 1024 ** 3

test.each([
  [0.25, 128],
  [1, 256],
  [4, 1024],
  [24, 2048],
])('with %s GB of memory, the database caches up to %s MB', (memory, buffers) => {
  expect(sharedBuffers(memory * gigabyte)).toBe(buffers)
})

test('the database listens on its socket only and caches in its share of memory', () => {
  const words = settingArguments('/sockets', 'durable', 6 * gigabyte)
  expect(words).toContain('listen_addresses=')
  expect(words).toContain('unix_socket_directories=/sockets')
  expect(words).toContain('shared_buffers=1536MB')
  expect(settingArguments('/sockets', 'durable', gigabyte)).toContain('shared_buffers=256MB')
})
