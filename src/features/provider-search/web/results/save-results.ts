import { today } from '#platform/web/format-instant.ts'
import type { Provider } from '../../contract.ts'
import { csvOf, type FileShowing, fileNameOf } from './result-file.ts'

/** Hands providers to the reader as a file that is named after these words and today. */
export function saveResults(providers: readonly Provider[], showing: FileShowing, words: readonly string[]) {
  const address = URL.createObjectURL(
    new Blob([csvOf(providers, showing)], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = fileNameOf(words, today())
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
