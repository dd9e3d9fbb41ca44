import { VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { currentClientStore, isInternalStore } from '#clients/web/configuration-store.ts'
import { useStored, useStoredValue } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { messages } from '../messages.ts'
import { useColorSchemeSwitch } from '../shell/header.tsx'
import { useShortcutDialog } from '../shell/shortcut-button.tsx'
import classes from './account-menu.module.css'
import { messages as staff } from './staff-messages.ts'
import { useDropdown } from './use-dropdown.ts'

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The client in the bar: its initials, and its name where there is room. */
export function ClientChip() {
  const client = useStoredValue(currentClientStore)
  if (!client?.label) return null
  return (
    <span className={classes.client} title={client.label}>
      <span aria-hidden>{getInitials(client.label)}</span>
      <span className={classes.name}>{client.label}</span>
    </span>
  )
}

/** The menu of the person: who is logged in, for which client, colors, shortcuts and Logout. */
export function AccountMenu() {
  const token = useStoredValue(tokenStore)
  const client = useStoredValue(currentClientStore)
  const [isInternal] = useStored(isInternalStore, false)
  const menu = useDropdown<HTMLDivElement>()
  const colors = useColorSchemeSwitch()
  const shortcuts = useShortcutDialog()
  return (
    <div className={classes.account} {...menu.container}>
      <button {...menu.button} className={classes.person} aria-controls="account-menu">
        <span aria-hidden>{getInitials(token?.name ?? '')}</span>
        <VisuallyHidden>{staff.account}</VisuallyHidden>
      </button>
      <div id="account-menu" className={classes.panel} hidden={!menu.isOpen}>
        <p>{staff.loggedInAs(token?.name ?? '')}</p>
        {client?.label && <p>{(isInternal ? staff.viewingClient : staff.ownClient)(client.label)}</p>}
        <ul className={classes.actions}>
          <li>
            <button type="button" onClick={colors.toggle}>
              <colors.Icon {...iconProps} />
              {colors.label}
            </button>
          </li>
          <li className={classes.keys}>
            <button
              type="button"
              onClick={() => {
                menu.close()
                shortcuts.open()
              }}
            >
              <IconKeyboard {...iconProps} />
              {messages.shortcuts}
            </button>
          </li>
          <li>
            <Link to="/logout" preload={false}>
              <IconLogout {...iconProps} />
              {staff.logout}
            </Link>
          </li>
        </ul>
      </div>
      {shortcuts.dialog}
    </div>
  )
}

/** The first letters of the first two words of a name. */
const getInitials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
