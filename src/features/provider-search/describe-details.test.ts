import { expect, test } from 'vitest'
import type { OpeningHours, ProviderDetails } from './contract.ts'
import { describeDetails, isOpen, listWeeklyHours } from './describe-details.ts'

const unknown: ProviderDetails = {
  acceptsNewPatients: null,
  languages: [],
  hours: null,
  timeZone: null,
  emergency: null,
  telehealth: null,
  wheelchairAccess: null,
  stars: null,
}
const timeZone = 'America/New_York'
const on = (days: number[], opens: string, closes: string): OpeningHours[] =>
  days.map((day) => ({ day, opens, closes }))
const week = [1, 2, 3, 4, 5, 6, 7]

const weekdays = on([1, 2, 3, 4, 5], '08:30', '18:00')
const twice = [...on([1], '08:00', '12:00'), ...on([1], '13:00', '17:30')]
const nights = on([6], '20:00', '02:00')
const monday = '2026-11-23'
const saturday = '2026-11-28'

test.each([
  ['in the morning before opening', weekdays, `${monday}T07:00`, 'Closed now, opens 8:30 AM'],
  ['in the minute of opening', weekdays, `${monday}T08:30`, 'Open now until 6 PM'],
  ['in the minute of closing', weekdays, `${monday}T18:00`, 'Closed now, opens Tue 8:30 AM'],
  ['on a day without hours', weekdays, `${saturday}T12:00`, 'Closed now, opens Mon 8:30 AM'],
  ['in a break', twice, `${monday}T12:15`, 'Closed now, opens 1 PM'],
  ['after the break', twice, `${monday}T13:15`, 'Open now until 5:30 PM'],
  ['before midnight', nights, `${saturday}T23:00`, 'Open now until 2 AM'],
  ['after midnight', nights, '2026-11-29T01:00', 'Open now until 2 AM'],
  [
    'when hours continue after midnight',
    [...on([6], '08:00', '24:00'), ...on([7], '00:00', '03:00')],
    `${saturday}T12:00`,
    'Open now until 3 AM',
  ],
  ['when hours end at midnight', on([6], '08:00', '24:00'), `${saturday}T12:00`, 'Open now until midnight'],
  ['from Sunday to Monday', on([7], '22:00', '06:00'), `${monday}T05:00`, 'Open now until 6 AM'],
])('describes hours %s', (_when, hours, time, words) => {
  const at = new Date(`${time}-05:00`)
  expect(describeDetails({ details: { ...unknown, hours, timeZone } }, at)).toEqual([words])
  expect(isOpen({ hours, timeZone }, at)).toBe(words.startsWith('Open'))
})

const at = new Date(`${monday}T12:00-05:00`)

test('describes a provider that never closes, even without a time zone', () => {
  const hours = on(week, '00:00', '24:00')
  expect(describeDetails({ details: { ...unknown, hours } }, at)).toEqual(['Open 24 hours'])
  expect(isOpen({ hours, timeZone: null }, at)).toBe(true)
})

test.each([
  ['without a time zone', weekdays, null],
  ['with an unknown time zone', weekdays, 'Mars/Olympus'],
  ['without hours', null, timeZone],
  ['with an empty list of hours', [], timeZone],
])('says nothing about hours %s', (_what, hours, zone) => {
  expect(describeDetails({ details: { ...unknown, hours, timeZone: zone } }, at)).toEqual([])
  expect(isOpen({ hours, timeZone: zone }, at)).toBeFalsy()
})

test('describes everything else that is known, and nothing that is not', () => {
  expect(describeDetails({ details: null }, at)).toEqual([])
  expect(describeDetails({ details: unknown }, at)).toEqual([])
  const details = {
    ...unknown,
    acceptsNewPatients: false,
    languages: ['en', 'es', 'not a code'],
    emergency: true,
    telehealth: false,
    wheelchairAccess: true,
    stars: 4,
  }
  expect(describeDetails({ details }, at)).toEqual([
    'Emergency care',
    'Doesn’t accept new patients',
    'Speaks English, Spanish, not a code',
    '4 of 5 quality stars',
    'Wheelchair access',
  ])
})

test.each([
  ['around the clock', on(week, '00:00', '24:00'), ['Open 24 hours']],
  ['the same on weekdays', weekdays, ['Mon–Fri 8:30 AM – 6 PM']],
  ['with a break', twice, ['Mon 8 AM – 12 PM, 1 PM – 5:30 PM']],
  [
    'with other hours at the weekend',
    [...weekdays, ...on([6], '09:00', '12:00'), ...on([7], '00:00', '24:00')],
    ['Mon–Fri 8:30 AM – 6 PM', 'Sat 9 AM – 12 PM', 'Sun 24 hours'],
  ],
  ['with a day between', on([1, 3], '09:00', '24:00'), ['Mon 9 AM – midnight', 'Wed 9 AM – midnight']],
  ['unknown', null, []],
])('lists the hours of a week: %s', (_what, hours, lines) => {
  expect(listWeeklyHours({ hours })).toEqual(lines)
})
