import { useEffect, useEffectEvent } from 'react'
import { useShortcutsWanted } from '#platform/web/use-shortcut.ts'
import { action } from '../../contract.ts'
import type { DecisionForm } from './use-decision.ts'

type Desk = {
  move: (steps: 1 | -1) => void
  toggleKeys: () => void
  /** Absent where somebody only looks. */
  form?: DecisionForm | undefined
}

/** Where keys have another meaning: they write, choose, or scroll sideways. */
const typedIn = 'input:not([type=radio], [type=checkbox]), select, textarea, [data-sideways]'

/** What keys do at the desk: A, D, I and O choose, ← and → move, Ctrl+Enter saves, ? shows the keys. */
export function useDeskKeys({ move, toggleKeys, form }: Desk) {
  const [isWanted] = useShortcutsWanted()
  const single: Record<string, () => void> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    '?': toggleKeys,
  }
  for (const each of form ? action.options : []) single[each] = () => form?.goTo(each)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
    const isSave = key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isTyping = target instanceof Element && target.matches(typedIn)
    const act = isSave ? form?.save : isPlain && isWanted && !isTyping ? single[nameOf(key)] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const nameOf = (key: string) => (key.length === 1 ? key.toUpperCase() : key)
