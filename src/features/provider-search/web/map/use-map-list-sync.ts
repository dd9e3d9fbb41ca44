import { useState } from 'react'
import type { View } from '../results/use-view.ts'

/** A provider by its hash; each request makes a new object. */
export type Pointed = { hash: string }

/** The moves between the map's markers and the rows of the list. `choose` changes the view. */
export function useMapAndList(choose: (view: View) => void) {
  /** Whose popup is open on the map. */
  const [opened, setOpened] = useState<Pointed>()
  /** Whose row is to take the focus. */
  const [sought, setSought] = useState<Pointed>()
  const showOnMap = (hash: string) => {
    setOpened({ hash })
    choose('map')
  }
  const showInList = (hash: string) => {
    setOpened(undefined)
    setSought({ hash })
    choose('list')
  }
  return { opened, setOpened, sought, forgetSought: () => setSought(undefined), showOnMap, showInList }
}

export type MapAndList = ReturnType<typeof useMapAndList>
