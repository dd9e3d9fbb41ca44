import { expect, test } from 'vitest'
import { sanitizeContent } from './content-store.ts'

const hosts = ['player.example.com']
const clean = (html: string) => sanitizeContent(html, hosts).html

test.each([
  ['a script', '<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
  ['the character 0', '<p>H\0i</p><script\0>', '<p>Hi</p>'],
  ['an event handler', '<p onclick="alert(1)">Hi</p>', '<p>Hi</p>'],
  ['an event handler on a broken image', '<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['a style', '<style>p{display:none}</style><p style="color:red" class="x" id="y">Hi</p>', '<p>Hi</p>'],
  ['a redirect', '<meta http-equiv="refresh" content="0;url=https://evil.example.com">', ''],
  ['a base URL', '<base href="https://evil.example.com"><p>Hi</p>', '<p>Hi</p>'],
  ['a form', '<form action="https://evil.example.com"><input name="password">Hi</form>', 'Hi'],
  ['a script in a link', '<a href="javascript:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['a disguised script in a link', '<a href="jAva&#x09;script:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['a script in an SVG', '<svg><script>alert(1)</script></svg>Hi', 'Hi'],
  ['a frame from a disallowed host', '<iframe src="https://evil.example.com/x"></iframe>Hi', 'Hi'],
  ['a frame with inline HTML', '<iframe srcdoc="<script>alert(1)</script>"></iframe>Hi', 'Hi'],
  ['a frame over HTTP', '<iframe src="http://player.example.com/1"></iframe>Hi', 'Hi'],
  [
    'a frame from a host with an allowed prefix',
    '<iframe src="https://player.example.com.evil.example.com/1"></iframe>Hi',
    'Hi',
  ],
  ['a video from a disallowed host', '<video src="https://evil.example.com/1.mp4"></video>Hi', 'Hi'],
  ['an image from a disallowed host', '<img src="https://evil.example.com/1.png" alt="x">Hi', 'Hi'],
  ['a protocol-relative image', '<img src="//evil.example.com/1.png">Hi', 'Hi'],
  ['a protocol-relative link', '<a href="//evil.example.com">Hi</a>', '<a>Hi</a>'],
])('removes %s', (_case, html, rest) => {
  expect(clean(html)).toBe(rest)
})

test.each([
  ['text', '<h2>Find care</h2><p>Ask <strong>us</strong>.</p><ul><li>One</li></ul>'],
  ['a link within the portal', '<a href="/international-provider-search">Abroad</a>'],
  ['a phone link', '<a href="tel:+15555550100">Call</a>'],
  ['a table', '<table><tbody><tr><th scope="row">A</th><td>1</td></tr></tbody></table>'],
  ['an image of the portal', '<img src="/pictures/1.png" alt="A clinic" />'],
  ['a video of the portal', '<video src="/films/1.mp4" controls></video>'],
  ['a video from an allowed host', '<iframe src="https://player.example.com/1"></iframe>'],
  [
    'a video file on an allowed host',
    '<video controls><source src="https://player.example.com/1.mp4" type="video/mp4" /></video>',
  ],
])('keeps %s', (_case, html) => {
  expect(clean(html)).toBe(html)
})

test('adds rel="noopener" to links that open a new window', () => {
  expect(clean('<a href="https://example.com" target="_blank" rel="opener">Out</a>')).toBe(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer">Out</a>',
  )
})

test('reports removed tags', () => {
  expect(
    sanitizeContent(
      '<form><script></script><p>Hi</p></form><iframe></iframe><img src="//a.example.com">',
      hosts,
    ).leftOut,
  ).toEqual(['form', 'iframe', 'img', 'script'])
})
