import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { Logo } from '../shell/header.tsx'
import { AccountMenu, ClientChip } from './account-menu.tsx'
import { FindBox } from './find-box.tsx'
import classes from './staff-bar.module.css'
import { messages as staff } from './staff-messages.ts'
import { StaffNavigation } from './staff-nav.tsx'
import { useDropdown } from './use-dropdown.ts'

/** The bar above every page for staff: links, search, client and account. Without room, a button opens the links. */
export function StaffBar() {
  const { row, isCollapsed } = useCollapsingRow()
  const menu = useDropdown<HTMLDivElement>()
  return (
    <header className={classes.bar} data-noprint>
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
