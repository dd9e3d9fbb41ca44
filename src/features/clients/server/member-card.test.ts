import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { stateOf } from './client-snapshot-queries.ts'
import { clientsText, pictureInText } from './clients-export.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noMembers, planImport } from './clients-import.ts'
import { cardLookOf, memberAreaOf } from './member-area.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterAll(() => database.drop())

const pictureOf = (beginning: string) =>
  `data:image/png;base64,${Buffer.from(beginning, 'hex').toString('base64')}`
const [png, jpeg, webp] = ['89504e470d0a1a0a01', 'ffd8ffe001', '52494646000000005745425001'].map(pictureOf)
const phones = 'phones: { usaAndCanada: 1-800-555-0140 }'
const fileOf = (card: string) =>
  `clients: [{ id: coastal, name: Coastal Health, member: { showIdCard: true, card: { ${card} } } }]`
const by = { name: 'clients.yaml', actor: 'command line', endMemberSessions: noMembers }
const read = (card: string) => readClients(fileOf(card), { name: by.name, folder: '.', videoHosts: [] })
const load = async (card: string) => applyImport(database.databaseContext.owner, await read(card), by)

test.each([
  ['no telephone number', 'phones: {}', 'must have "usaAndCanada" or "elsewhere"'],
  [
    'a number for providers alone',
    'phones: { providers: 555-0100 }',
    'must have "usaAndCanada" or "elsewhere"',
  ],
  ['a color that is none', `${phones}, color: blue`, 'must be a color such as #0b3d6b'],
  ['a group of two lines', `${phones}, group: "a\\nb"`, 'must be one line'],
  ['a WebP logo', `${phones}, logo: "${webp}"`, 'must be a PNG or JPEG file'],
  ['a logo that is no picture', `${phones}, logo: "data:image/png;base64,QUJD"`, 'is not an image'],
  ['a logo that is not there', `${phones}, logo: nowhere.png`, 'file not found'],
  [
    'a logo that is too large',
    `${phones}, logo: "${pictureOf(`89504e470d0a1a0a${'00'.repeat(1_000_000)}`)}"`,
    'is larger than 1 MB',
  ],
  ['a word that no card has', `${phones}, fax: 555-0100`, 'fax'],
])('a card with %s is refused', async (_what, card, sentence) => {
  await expect(read(card)).rejects.toThrow(sentence)
})

test('an import stores the card and is idempotent', async () => {
  const card = `color: '#FFD54A', logo: "${png}", phones: { elsewhere: +1 305 555-0141 }, group: G1, address: "A\\nB"`
  await load(card)
  expect(await memberAreaOf(database.databaseContext.app, 'coastal')).toEqual({
    clientName: 'Coastal Health',
    showIdCard: true,
    showEnglishAndGerman: false,
  })
  expect(await cardLookOf(database.databaseContext.app, 'coastal')).toMatchObject({
    card: {
      color: '#FFD54A',
      group: 'G1',
      address: 'A\nB',
      phones: { elsewhere: '+1 305 555-0141', providers: null },
    },
    logo: { type: 'image/png' },
  })
  expect((await load(card)).text).toBe('')
  const state = await stateOf(database.databaseContext.owner)
  const again = await readClients(clientsText(state, pictureInText), {
    name: by.name,
    folder: '.',
    videoHosts: [],
  })
  expect((await planImport(database.databaseContext.owner, again, by)).text).toBe('')
})

test('the preview lists changes of the card', async () => {
  await load(`${phones}, logo: "${png}"`)
  expect((await load(`phones: { usaAndCanada: 1-800-555-0141 }, logo: "${jpeg}"`)).text).toMatch(
    /~ member, card, phones, usaAndCanada: "1-800-555-0140" → "1-800-555-0141"\n.*logo: image\/png of 9 bytes .* → image\/jpeg/,
  )
})

test('omitting the card removes it and its logo', async () => {
  await load(`${phones}, logo: "${png}"`)
  const without = 'clients: [{ id: coastal, name: Coastal Health, member: { showIdCard: true } }]'
  const said = await readClients(without, { name: by.name, folder: '.', videoHosts: [] })
  await applyImport(database.databaseContext.owner, said, by)
  expect(await cardLookOf(database.databaseContext.app, 'coastal')).toMatchObject({ card: null, logo: null })
})
