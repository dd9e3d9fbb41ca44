import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PrintSheetProps } from './print-sheet.tsx'

const loadSheet = () => import('./print-sheet.tsx')

/**
 * Prints the sheet, by the button or the browser's own command, with the providers chosen at that moment. The
 * hidden sheet stays until the next print because some browsers report that they have printed before they
 * read the page. Its code loads after the results are drawn.
 */
export function usePrint(getSheetProps: () => PrintSheetProps): {
  sheet: ReactNode
  print: () => Promise<void>
} {
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadSheet>>>()
  const [sheet, setSheet] = useState<ReactNode>()
  const renderSheet = useEffectEvent(() => {
    if (code) flushSync(() => setSheet(<code.PrintSheet {...getSheetProps()} />))
  })
  useEffect(() => {
    const load = setTimeout(() => loadSheet().then(setCode, () => undefined))
    addEventListener('beforeprint', renderSheet)
    return () => {
      clearTimeout(load)
      removeEventListener('beforeprint', renderSheet)
    }
  }, [])
  const print = async () => {
    const loaded = code ?? (await loadSheet())
    flushSync(() => setCode(loaded))
    window.print()
  }
  return { sheet, print }
}
