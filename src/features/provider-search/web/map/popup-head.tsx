import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { mapMessages } from '../../map-messages.ts'
import classes from './map.module.css'

/** The title and the close button of a popup. */
export function PopupHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.popupHead}>
      <h3>{children}</h3>
      <CloseButton aria-label={mapMessages.closePopup} onClick={onClose} />
    </div>
  )
}
