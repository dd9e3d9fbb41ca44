import { expect, test } from 'vitest'
import { findTypeKind } from './type-icon.tsx'

test.each([
  ['282N00000X', 'General acute care hospital', 'hospital'],
  ['261QU0200X', 'Urgent care', 'urgent care'],
  ['261QP2300X', 'Primary care clinic', 'clinic'],
  ['261QE0002X', 'Emergency care', 'ambulance'],
  ['261QR0200X', 'Radiology clinic', 'imaging'],
  ['333600000X', 'Pharmacy', 'pharmacy'],
  ['332B00000X', 'Medical equipment', 'equipment'],
  ['1223G0001X', 'General dentist', 'dentist'],
  ['291U00000X', 'Clinical laboratory', 'laboratory'],
  ['2084N0400X', 'Neurology', 'doctor'],
  ['2084P0800X', 'Psychiatry', 'behavioral health'],
  ['225100000X', 'Physical therapist', 'therapy'],
  ['152W00000X', 'Optometrist', 'eyes'],
  ['208000000X', 'Pediatrics', 'doctor'],
  ['something else', 'Unknown type', 'doctor'],
])('finds the kind of %s (%s)', (id, _name, kind) => {
  expect(findTypeKind(id)).toBe(kind)
})
