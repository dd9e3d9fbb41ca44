import type { MouseEvent, ReactNode } from 'react'
import classes from './row-actions.module.css'

type RowActionProps = {
  /** The text on a card. In a table, the column header labels an icon. */
  label: string
  /** The accessible name, with the row that the action is about. */
  name: string
  icon: ReactNode
}
type RowButtonProps = Omit<RowActionProps, 'icon'> & {
  /** Without an icon, the table shows the text. */
  icon?: ReactNode
  id?: string
  onClick: () => void
}

/** A button of a row: an icon or text in a table, both on a card. */
export const RowButton = ({ label, name, icon, ...button }: RowButtonProps) => (
  <button type="button" className={classes.action} title={label} aria-label={name} {...button}>
    {icon}
    <span>{label}</span>
  </button>
)

type RowLinkProps = { href: string; onClick: (event: MouseEvent) => void }

/** A link of a row, like {@link RowButton}. A plain anchor, because a page of results has hundreds of them. */
export const RowLink = ({ label, name, icon, href, onClick }: RowActionProps & RowLinkProps) => (
  <a href={href} className={classes.action} title={label} aria-label={name} onClick={onClick}>
    {icon}
    <span>{label}</span>
  </a>
)

/** A link on the name of a row. */
export const NameLink = ({ children, href, onClick }: RowLinkProps & { children: ReactNode }) => (
  <a href={href} className={classes.name} onClick={onClick}>
    {children}
  </a>
)
