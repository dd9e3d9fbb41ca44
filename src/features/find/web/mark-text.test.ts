import { expect, test } from 'vitest'
import { correctName, markText } from './mark-text.ts'

const marked = (text: string, typed: string) =>
  markText(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test.each([
  ['Sampleton, Ada', 'samp', '[Samp]leton, Ada'],
  ['Sampleton, Ada', 'smapl', '[Sampleton], Ada'],
  ['Sampleton, Ada', 'smap', 'Sampleton, Ada'],
  ['Sampleton, Ada', 'ada s', '[S]ampleton, [Ada]'],
  ['Mockbury, Zoë', 'zoe', 'Mockbury, [Zoë]'],
  ['Mockbury, Zoë', 'MOCKBURY, Z', '[Mockbury], [Z]oë'],
  ['Sampleton, Ada', 'smapleton', '[Sampleton], Ada'],
  ['Sampleton, Ada', 'nobody', 'Sampleton, Ada'],
  ['ITN9000033', '9000', 'ITN[9000]033'],
  ['Born 5/6/1980', '05061980', 'Born [5/6/1980]'],
  ['<b>', 'b', '<[b]>'],
  ['', 'x', ''],
])('in %s, %s marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})

test.each([
  ['quilfeather', ['Quillfeather, Ada'], 'Quillfeather'],
  ['Ada Quilfeather', ['Quillfeather, Ada'], 'Quillfeather'],
  ['sampelberg', ['Sampleberg, Jr., Elio'], 'Sampleberg, Jr.'],
  ['quill', ['Sampleton, Zoë', 'Quillfeather, Ada'], 'quill'],
  ['zoe sample', ['Sampleton, Zoë'], 'zoe sample'],
  ['nobody', [], 'nobody'],
])('a search for %s among %j looks for %s', (text, patients, name) => {
  expect(correctName(text, patients)).toBe(name)
})
