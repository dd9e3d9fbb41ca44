import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { mapMessages } from '../../map-messages.ts'
import classes from './map.module.css'

/** What a popup is about, and the way out of it. */
export function PopupHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.popupHead}>
      <h3>{children}</h3>
      <CloseButton aria-label={mapMessages.closePopup} onClick={onClose} />
    </div>
  )
}
