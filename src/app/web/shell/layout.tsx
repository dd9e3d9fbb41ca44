import { Outlet, useMatches } from '@tanstack/react-router'
import { ErrorNotice } from '#platform/web/error-notice.tsx'
import { useStaffModule } from '../load-staff-module.ts'
import { BackToTop } from './back-to-top.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { SkipLink } from './skip-link.tsx'
import { useBottomBarHeight } from './use-bottom-bar-height.ts'
import { useMainFocus } from './use-main-focus.ts'

/**
 * The layout around every page; print shows only the page. The session watcher covers the whole page, because the
 * session end is announced after the token is gone.
 */
export function Layout() {
  const main = useMainFocus()
  const dock = useBottomBarHeight()
  const { isSignedIn, code } = useStaffModule()
  const around = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.around)?.staticData.around,
  })
  const hasFrame = around !== 'nothing'
  return (
    <div className={classes.frame}>
      {hasFrame && <SkipLink />}
      {hasFrame && <Header>{isSignedIn && around !== 'members' && code && <code.StaffNav />}</Header>}
      <main ref={main} id="main" tabIndex={-1} className={hasFrame ? classes.main : classes.alone}>
        <Outlet />
      </main>
      {hasFrame && <Footer />}
      <div ref={dock} className={classes.dock} data-noprint>
        {hasFrame && <BackToTop main={main} />}
        {hasFrame && <CookieBanner />}
      </div>
      <ErrorNotice />
      {code && <code.SessionWatcher />}
    </div>
  )
}
