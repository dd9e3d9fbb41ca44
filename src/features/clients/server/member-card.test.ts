import { expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { loadState } from './client-snapshot-queries.ts'
import { formatClients, inlinePicture } from './clients-commands.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noDependents, planImport } from './clients-import.ts'
import { findCardSettings, findMemberArea } from './member-area-queries.ts'

const database = setUpDatabase()

const dataUrl = (beginning: string) =>
  `data:image/png;base64,${Buffer.from(beginning, 'hex').toString('base64')}`
const [png, jpeg, webp] = ['89504e470d0a1a0a01', 'ffd8ffe001', '52494646000000005745425001'].map(dataUrl)
const phones = 'phones: { usaAndCanada: 1-800-555-0140 }'
const clientsFile = (card: string) =>
  `clients: [{ id: coastal, name: Coastal Health, member: { showIdCard: true, card: { ${card} } } }]`
const context = { name: 'clients.yaml', actor: 'command line', dependents: noDependents }
const read = (card: string) =>
  readClients(clientsFile(card), { name: context.name, folder: '.', videoHosts: [] })
const load = async (card: string) => applyImport(database.databaseContext.owner, await read(card), context)

test.each([
  ['no phone number', 'phones: {}', 'must have "usaAndCanada" or "elsewhere"'],
  ['only a provider number', 'phones: { providers: 555-0100 }', 'must have "usaAndCanada" or "elsewhere"'],
  [
    'a country that does not exist',
    'phones: { elsewhere: 555-0100, countries: { JX: 555-0101 } }',
    'must be a country code',
  ],
  ['an invalid color', `${phones}, color: blue`, 'must be a color such as #0b3d6b'],
  ['a group of two lines', `${phones}, group: "a\\nb"`, 'must be one line'],
  ['a WebP logo', `${phones}, logo: "${webp}"`, 'must be a PNG or JPEG file'],
  ['a logo that is not an image', `${phones}, logo: "data:image/png;base64,QUJD"`, 'is not an image'],
  ['a missing logo', `${phones}, logo: nowhere.png`, 'file not found'],
  [
    'a logo that is too large',
    `${phones}, logo: "${dataUrl(`89504e470d0a1a0a${'00'.repeat(1_000_000)}`)}"`,
    'is larger than 1 MB',
  ],
  ['an unknown property', `${phones}, fax: 555-0100`, 'fax'],
])('rejects a card with %s', async (_what, card, sentence) => {
  await expect(read(card)).rejects.toThrow(sentence)
})

test('an import stores the card and is idempotent', async () => {
  const card = `color: '#FFD54A', logo: "${png}", phones: { elsewhere: +1 305 555-0141, countries: { JM: 1-888-555-0144 } }, group: G1, address: "A\\nB"`
  await load(card)
  expect(await findMemberArea(database.databaseContext.app, 'coastal')).toEqual({
    clientName: 'Coastal Health',
    showIdCard: true,
    showEnglishAndGerman: false,
    isEnabled: true,
    phones: {
      usaAndCanada: null,
      elsewhere: '+1 305 555-0141',
      providers: null,
      countries: { JM: '1-888-555-0144' },
    },
  })
  expect(await findCardSettings(database.databaseContext.app, 'coastal')).toMatchObject({
    card: {
      color: '#FFD54A',
      group: 'G1',
      address: 'A\nB',
      phones: { elsewhere: '+1 305 555-0141', providers: null },
    },
    logo: { type: 'image/png' },
  })
  expect((await load(card)).text).toBe('')
  const state = await loadState(database.databaseContext.owner)
  const again = await readClients(formatClients(state, inlinePicture), {
    name: context.name,
    folder: '.',
    videoHosts: [],
  })
  expect((await planImport(database.databaseContext.owner, again, context)).text).toBe('')
})

test('the preview lists changes to the card', async () => {
  await load(`${phones}, logo: "${png}"`)
  expect((await load(`phones: { usaAndCanada: 1-800-555-0141 }, logo: "${jpeg}"`)).text).toMatch(
    /~ member, card, phones, usaAndCanada: "1-800-555-0140" → "1-800-555-0141"\n.*logo: image\/png of 9 bytes .* → image\/jpeg/,
  )
})

test('omitting the card removes it and its logo', async () => {
  await load(`${phones}, logo: "${png}"`)
  const without = 'clients: [{ id: coastal, name: Coastal Health, member: { showIdCard: true } }]'
  const parsed = await readClients(without, { name: context.name, folder: '.', videoHosts: [] })
  await applyImport(database.databaseContext.owner, parsed, context)
  expect(await findCardSettings(database.databaseContext.app, 'coastal')).toMatchObject({
    card: null,
    logo: null,
  })
})
