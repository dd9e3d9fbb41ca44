import { expect, test } from 'vitest'
import { readClients } from './clients-file.ts'
import { type DecisionLetter, fillPlaceholders } from './decision-letter-schema.ts'

/** Reads a clients file with this letter. */
async function read(letter: string): Promise<DecisionLetter | null | undefined> {
  const text = `clients: [{ id: coastal, name: Coastal, decisionLetter: ${letter} }]`
  const { clients } = await readClients(text, { name: 'clients.yaml', folder: '.', videoHosts: [] })
  return clients[0]?.decisionLetter
}

test.each([
  ['addressee: agent', 'addressee: is "agent"; it must be one of provider, patient'],
  ['opening: "Re {ssn}"', /opening: has the placeholder \{ssn\}, which is not available here; use \{itn\}, /],
  ['opening: "Re {reason}"', /opening: has the placeholder \{reason\}/],
  ['outcomes: { denied: "{covered}" }', /outcomes, denied: has the placeholder \{covered\}/],
  [
    'appeal: "Write {itn"',
    'appeal: has a "{" or "}" that belongs to no placeholder; write placeholders like {itn}',
  ],
  [`appeal: ${'x'.repeat(2001)}`, 'appeal: is longer than 2000 characters'],
  ['contact: 診療所', 'contact: has characters that letters cannot show: 診 療 所'],
  ['signature: " "', 'signature: must not be blank'],
  ['closing: Yours', 'has "closing", which is not allowed here'],
])('rejects the decision letter { %s } and says why', async (letter, fault) => {
  const refusal = await read(`{ ${letter} }`).catch(String)
  expect(refusal).toMatch(fault)
  expect(refusal).toContain('clients 1, decisionLetter')
})

test('accepts HTML as text, placeholders where they are available, and texts of the maximum length', async () => {
  const letter = {
    opening: '<b>{patient}</b> & {provider}',
    outcomes: {
      approved: '{covered} {patientResponsibility}',
      approvedInPart: '{notCovered}',
      denied: '{reason}',
    },
    appeal: 'x'.repeat(2000),
  }
  expect(await read(JSON.stringify(letter))).toEqual(letter)
  expect(await read('null')).toBeNull()
})

test('replaces all placeholders once', () => {
  const values = { itn: '1', patient: '{itn}', provider: '', client: '', date: '', service: '' }
  const amounts = { totalCharge: '', covered: '', notCovered: '', patientResponsibility: '', reason: '$&' }
  expect(fillPlaceholders('{itn} {patient} {itn} {reason}', { ...values, ...amounts })).toBe('1 {itn} 1 $&')
})
