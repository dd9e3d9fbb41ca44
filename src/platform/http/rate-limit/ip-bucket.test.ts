import { expect, test } from 'vitest'
import { ipBucket } from './ip-bucket.ts'

test.each([
  ['2001:db8:1:2::3', '2001:db8:1:2:ffff:0:0:9', true],
  ['2001:db8:1:2::3', '2001:db8:1:3::3', false],
  ['203.0.113.5', '203.0.113.6', false],
  ['203.0.113.5', '::ffff:203.0.113.5', true],
  ['203.0.113.5:50001', '203.0.113.5', true],
  ['203.0.113.5:50001', '203.0.113.6:50001', false],
  ['[2001:db8:1:2::3]:50001', '2001:db8:1:2::3', true],
  ['[2001:db8:1:2::3]', '2001:db8:1:2::3', true],
  ['[::ffff:203.0.113.5]:50001', '203.0.113.5', true],
  ['unknown', '_hidden-1', true],
  ['203.0.113.5:50001:1', '203.0.113.5:50002:1', true],
])('%s and %s count as one visitor: %s', (one, other, isOne) => {
  expect(ipBucket(one) === ipBucket(other)).toBe(isOne)
})
