import { expect, test } from 'vitest'
import { isAllowedEmbed, policySources } from './embed-sources.ts'

const hosts = ['player.example.com']

const foreign = [
  ['another host', 'https://evil.example.com/embed'],
  ['a host name that only ends the same way', 'https://evilplayer.example.com/embed'],
  ['an allowed host as the user name', 'https://player.example.com@evil.example.com/'],
  ['plain http', 'http://player.example.com/embed'],
  ['no scheme', '//player.example.com/embed'],
  ['no scheme, disguised', '/\\evil.example.com/embed'],
  ['no scheme, split by a tab', '/\t/evil.example.com/embed'],
  ['a script URL', 'javascript:alert(1)'],
  ['a data URL', 'data:text/html,Hi'],
] as const

test.each(foreign)('rejects an embed address with %s', (_case, source) => {
  for (const tag of ['iframe', 'video', 'audio', 'source', 'img']) {
    expect(isAllowedEmbed(tag, source, hosts)).toBe(false)
  }
})

test.each([
  ['a frame without an address', 'iframe', undefined],
  ['a frame of the portal itself', 'iframe', '/video'],
  ['an image from a video host', 'img', 'https://player.example.com/1.png'],
  ['an image without an address', 'img', undefined],
  ["a video's source without an address", 'source', undefined],
])('rejects %s', (_case, tag, source) => {
  expect(isAllowedEmbed(tag, source, hosts)).toBe(false)
})

test.each([
  ['a frame from a video host', 'iframe', 'https://player.example.com/embed/1'],
  ['a video from a video host', 'video', 'https://player.example.com/1.mp4'],
  ['a video of the portal itself', 'source', '/films/1.mp4'],
  ['a video whose sources are its children', 'video', undefined],
  ['an image of the portal itself', 'img', '/pictures/1.png'],
  ['a paragraph', 'p', undefined],
])('allows %s', (_case, tag, source) => {
  expect(isAllowedEmbed(tag, source, hosts)).toBe(true)
})

test('the content security policy allows the same sources', () => {
  expect(policySources('frame', hosts)).toEqual(['https://player.example.com'])
  expect(policySources('frame', [])).toEqual(["'none'"])
  expect(policySources('media', hosts)).toEqual(["'self'", 'https://player.example.com'])
  expect(policySources('image', hosts)).toEqual(["'self'"])
})
