import { VisuallyHidden } from '@mantine/core'
import {
  IconBellX,
  IconDevices,
  IconKey,
  IconKeyboard,
  IconListSearch,
  IconLogout,
  IconMailX,
  IconUrgent,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { currentClientStore, isInternalStore, useConfiguration } from '#clients/web/configuration-store.ts'
import { messages } from '#platform/shell-messages.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import { pageAttribute } from '#platform/web/page/page-attribute.ts'
import { useStored, useStoredValue } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { Logo, useColorSchemeSwitch } from '../shell/header.tsx'
import { useShortcutDialog } from '../shell/shortcut-button.tsx'
import menuClasses from './account-menu.module.css'
import { FindBox } from './find-box.tsx'
import classes from './staff-bar.module.css'
import { messages as staff } from './staff-messages.ts'
import { StaffNavigation } from './staff-nav.tsx'
import { useDropdown } from './use-dropdown.ts'
import { useLogout } from './use-logout.tsx'

const markPage = pageAttribute('staffBar')

/** The bar above every page for staff: links, search, client and account. Without room, a button opens the links. */
export function StaffBar() {
  const { row, isCollapsed } = useCollapsingRow()
  const menu = useDropdown<HTMLDivElement>()
  return (
    <header ref={markPage} className={classes.bar} data-noprint>
      <div ref={row} className={classes.row} data-collapsed={isCollapsed || undefined}>
        <Link to="/" className={classes.home}>
          <Logo size={32} />
          <VisuallyHidden>{getBootstrapData().companyName}</VisuallyHidden>
        </Link>
        <div className={classes.navigation} {...menu.container}>
          <button {...menu.button} className={classes.toggle} aria-controls="staff-menu">
            {staff.menu}
          </button>
          <StaffNavigation id="staff-menu" isInMenu={isCollapsed} isOpen={menu.isOpen} onGo={menu.hide} />
        </div>
        <div className={classes.search}>
          <FindBox />
        </div>
        <ClientChip />
        <AccountMenu />
      </div>
    </header>
  )
}

/** Below this width, the links are always in a menu (first specification, section 9). */
const menuBreakpoint = '(max-width: 991px)'

/** Measures whether the links fit into the row. The attribute lays them out side by side while it does. */
function useCollapsingRow() {
  const row = useRef<HTMLDivElement>(null)
  const [isCollapsed, setCollapsed] = useState(() => matchMedia(menuBreakpoint).matches)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      element.dataset.measured = ''
      const isTooWide = element.scrollWidth > element.clientWidth
      delete element.dataset.measured
      setCollapsed(isTooWide || matchMedia(menuBreakpoint).matches)
    }
    const resizes = new ResizeObserver(measure)
    for (const each of [element, ...element.children]) resizes.observe(each)
    // The links arrive with the client's configuration, also while they are hidden.
    const changes = new MutationObserver(measure)
    changes.observe(element, { childList: true, subtree: true })
    document.fonts.addEventListener('loadingdone', measure)
    measure()
    return () => {
      resizes.disconnect()
      changes.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [])
  return { row, isCollapsed }
}

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The client in the bar: its initials, and its name where there is room. */
function ClientChip() {
  const client = useStoredValue(currentClientStore)
  if (!client?.label) return null
  return (
    <span className={menuClasses.client} title={client.label}>
      <span aria-hidden>{getInitials(client.label)}</span>
      <span className={menuClasses.name}>{client.label}</span>
    </span>
  )
}

/** The pages of internal staff that belong to no client. */
const internalPages = [
  { to: '/audit', label: staff.auditTrail, Icon: IconListSearch },
  { to: '/undelivered-mail', label: staff.undeliveredMail, Icon: IconMailX },
  { to: '/undelivered-notifications', label: staff.undeliveredNotifications, Icon: IconBellX },
] as const

/** The menu of the person: who is logged in, for which client, colors, shortcuts and Logout. */
function AccountMenu() {
  const token = useStoredValue(tokenStore)
  const client = useStoredValue(currentClientStore)
  const [isInternal] = useStored(isInternalStore, false)
  const { emergencyAccess, managesMembers } = useConfiguration() ?? {}
  const menu = useDropdown<HTMLDivElement>()
  const colors = useColorSchemeSwitch()
  const shortcuts = useShortcutDialog()
  const logout = useLogout()
  return (
    <div className={menuClasses.account} {...menu.container}>
      <button {...menu.button} className={menuClasses.person} aria-controls="account-menu">
        <span aria-hidden>{getInitials(token?.name ?? '')}</span>
        <VisuallyHidden>{staff.account}</VisuallyHidden>
      </button>
      <div id="account-menu" className={menuClasses.panel} hidden={!menu.isOpen}>
        <p>{staff.loggedInAs(token?.name ?? '')}</p>
        {client?.label && <p>{(isInternal ? staff.viewingClient : staff.ownClient)(client.label)}</p>}
        <ul className={menuClasses.actions}>
          <li>
            <button type="button" onClick={colors.toggle}>
              <colors.Icon {...iconProps} />
              {colors.label}
            </button>
          </li>
          <li>
            <Link to="/sign-ins" preload={false} onClick={menu.hide}>
              <IconDevices {...iconProps} />
              {staff.signIns}
            </Link>
          </li>
          {managesMembers && (
            <li>
              <Link to="/member-accounts" preload={false} onClick={menu.hide}>
                <IconKey {...iconProps} />
                {staff.memberAccounts}
              </Link>
            </li>
          )}
          {emergencyAccess && (
            <li>
              <Link to="/emergency-access" preload={false} onClick={menu.hide}>
                <IconUrgent {...iconProps} />
                {staff.emergencyAccess}
              </Link>
            </li>
          )}
          {isInternal &&
            internalPages.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link to={to} preload={false} onClick={menu.hide}>
                  <Icon {...iconProps} />
                  {label}
                </Link>
              </li>
            ))}
          <li className={menuClasses.keys}>
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
          <LogoutItem ask={logout.ask} onAsk={menu.close} />
        </ul>
      </div>
      {shortcuts.dialog}
      {logout.question}
    </div>
  )
}

/** The Logout link. If it asks first, the menu closes and the person stays. */
const LogoutItem = ({ ask, onAsk }: { ask: () => boolean; onAsk: () => void }) => (
  <li>
    <Link
      to="/logout"
      preload={false}
      onClick={(event) => {
        if (isModifiedClick(event) || !ask()) return
        event.preventDefault()
        onAsk()
      }}
    >
      <IconLogout {...iconProps} />
      {staff.logout}
    </Link>
  </li>
)

/** The first letters of the first two words of a name. */
const getInitials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
