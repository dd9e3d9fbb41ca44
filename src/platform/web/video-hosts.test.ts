import { expect, test } from 'vitest'
import { isAllowedVideo } from './video-hosts.ts'

const hosts = ['player.example.com']

test.each([
  ['no address', null],
  ['an address of this portal', '/video'],
  ['another host', 'https://evil.example.com/embed'],
  ['a host that only ends alike', 'https://evilplayer.example.com/embed'],
  ['a host in the user name', 'https://player.example.com@evil.example.com/'],
  ['plain http', 'http://player.example.com/embed'],
  ['a script', 'javascript:alert(1)'],
])('a frame with %s is refused', (_case, source) => {
  expect(isAllowedVideo(source, hosts)).toBe(false)
})

test('a frame of an allowed host may stay', () => {
  expect(isAllowedVideo('https://player.example.com/embed/1', hosts)).toBe(true)
})
