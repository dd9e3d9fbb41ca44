import { expect, test } from 'vitest'
import { describeDevice } from './describe-device.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`,
  ],
  ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Safari/604.1`,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Windows', 'Something/1.0 (Windows NT 10.0)'],
  [null, 'curl/8.9.1'],
  [null, null],
])('the device is %s', (device, userAgent) => {
  expect(describeDevice(userAgent)).toBe(device)
})
