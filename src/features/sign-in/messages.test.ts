import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { serviceMessages } from './server/command-messages.ts'

test.each([
  [120, '2 minutes left'],
  [60, '1 minute left'],
  [30, '30 seconds left'],
])('announces %d remaining seconds as %j', (seconds, sentence) => {
  expect(messages.warning.spoken(seconds)).toBe(sentence)
})

test.each([
  [2, 'works for 2 more hours'],
  [1, 'works for 1 more hour:'],
  [0, 'no longer works'],
])('says how long the old token keeps working: %d hours', (hours, sentence) => {
  expect(serviceMessages.rotated('office', 'token', hours)).toContain(sentence)
})
