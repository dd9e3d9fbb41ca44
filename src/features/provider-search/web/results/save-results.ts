import { today } from '#platform/web/format-instant.ts'
import type { Provider } from '../../contract.ts'
import { type FileOptions, makeFileName, toCsv } from './result-file.ts'

/** Downloads providers as a file named after these words and today's date. */
export function saveResults(providers: readonly Provider[], options: FileOptions, words: readonly string[]) {
  const address = URL.createObjectURL(
    new Blob([toCsv(providers, options)], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = makeFileName(words, today())
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
