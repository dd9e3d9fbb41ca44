import { execFileSync } from 'node:child_process'

/** One degree in the numbers of the Generic Mapping Tools' files, which have 16 bits and no sign. */
export const degree = 0xffff

/** A variable's numbers, through `ncdump` of Debian's package `netcdf-bin`, which writes -32767 as nothing given. */
export function numbersIn(file: string, variable: string): Int32Array {
  const text = execFileSync('ncdump', ['-v', variable, file], { maxBuffer: 2 ** 28 }).toString('latin1')
  const list = text.slice(text.lastIndexOf(`${variable} =`) + `${variable} =`.length, text.lastIndexOf(';'))
  return Int32Array.from(list.split(','), (word) => (word.includes('_') ? -32_767 : Number(word)))
}
