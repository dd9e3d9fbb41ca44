import { expect, test } from 'vitest'
import { buffersFor, settingWords } from './server-settings.ts'

const gigabyte = 1024 ** 3

test.each([
  [0.25, 128],
  [1, 256],
  [4, 1024],
  [24, 2048],
])('with %s GB of memory the database keeps up to %s MB of what it has read', (memory, buffers) => {
  expect(buffersFor(memory * gigabyte)).toBe(buffers)
})

test('the database listens on its socket alone, and keeps what it has read in memory of this machine’s size', () => {
  const words = settingWords('/sockets', 'durable')
  expect(words).toContain('listen_addresses=')
  expect(words).toContain('unix_socket_directories=/sockets')
  expect(words.find((word) => word.startsWith('shared_buffers='))).toMatch(/^shared_buffers=\d{3,4}MB$/)
})
