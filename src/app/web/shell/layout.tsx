import { ActionIcon, Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { Link, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '#platform/shell-messages.ts'
import { cookieConsent } from '#platform/web/analytics.ts'
import { ErrorNotice } from '#platform/web/error-notice.tsx'
import { showPageLanguage, usePageTexts } from '#platform/web/language/use-page-language.ts'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { useStored } from '#platform/web/storage.ts'
import { useStaffModule } from '../load-staff-module.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'

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
  const isForStaff = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForStaff),
  })
  useLayoutEffect(() => {
    if (!around) showPageLanguage()
  }, [around])
  const hasFrame = around !== 'nothing'
  const staff = isSignedIn && around !== 'members' ? code : undefined
  return (
    <div className={classes.frame}>
      {hasFrame && <SkipLink />}
      {hasFrame && (staff ? <staff.StaffBar /> : <Header hasLogins={around !== 'members'} />)}
      <main ref={main} id="main" tabIndex={-1} className={hasFrame ? classes.main : classes.alone}>
        <Outlet />
      </main>
      {hasFrame && (staff && isForStaff ? <staff.StaffFooter /> : <Footer />)}
      <div ref={dock} className={classes.dock} data-noprint>
        {hasFrame && <BackToTop main={main} />}
        {hasFrame && <CookieBanner />}
      </div>
      <ErrorNotice />
      {code && <code.SessionWatcher />}
    </div>
  )
}

/** The first tab stop: skips the header. */
function SkipLink() {
  const text = usePageTexts(messages)
  return (
    <a href="#main" className={classes.skipLink} data-noprint>
      {text.skip}
    </a>
  )
}

/** Returns a ref for the slot of the bottom bar, whose height it exposes to CSS. */
function useBottomBarHeight() {
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    // In a task of its own: every element inherits the property.
    const observer = new ResizeObserver(([entry]) => {
      setTimeout(() => style.setProperty('--portal-dock', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`))
    })
    if (dock.current) observer.observe(dock.current)
    return () => observer.disconnect()
  }, [])
  return dock
}

/** The cookie notice, shown once. */
function CookieBanner() {
  const text = usePageTexts(messages)
  const [hasAgreed, setAgreed] = useStored(cookieConsent, false)
  if (hasAgreed) return null
  return (
    <section className={classes.cookieBanner} aria-label={text.cookiesRegion}>
      <p>
        {text.cookies} <Link to="/cookies">{text.cookiesMore}</Link>
      </p>
      <Button onClick={() => setAgreed(true)}>{text.agree}</Button>
    </section>
  )
}

/** The main element; receives focus on page changes, unless the user has already focused something else. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    let left = document.activeElement
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        left = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const { activeElement } = document
        const isElsewhere = activeElement !== left && activeElement !== document.body
        if (fromLocation && pathChanged && !isElsewhere) main.current?.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return main
}

const farDown = 400

/** The go-to-top button, shown after scrolling 400 px. */
function BackToTop({ main }: { main: RefObject<HTMLElement | null> }) {
  const { toTop } = usePageTexts(messages)
  if (!useIsFarDown()) return null
  const rise = () => {
    main.current?.focus({ preventScroll: true })
    scrollToTop()
  }
  return (
    <div className={classes.backToTop}>
      <ActionIcon size={44} radius="xl" variant="default" onClick={rise} aria-label={toTop} title={toTop}>
        <IconArrowUp size={22} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

/** Reads the scroll position after a frame, when the layout is known: reading it earlier would force one more. */
function useIsFarDown() {
  const [isFarDown, setFarDown] = useState(false)
  useEffect(() => {
    const look = () => setFarDown(scrollY > farDown)
    const cancel = afterPaint(look)
    addEventListener('scroll', look, { passive: true })
    return () => {
      cancel()
      removeEventListener('scroll', look)
    }
  }, [])
  return isFarDown
}

const duration = 800

/** The scroll position `elapsed` ms after starting at `start` px, eased in and out. */
export function heightAfter(elapsed: number, start: number): number {
  const part = Math.min(Math.max(elapsed / duration, 0), 1)
  const risen = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
  return start * (1 - risen)
}

/** Scrolls to the top within 800 ms, unless the user scrolls; immediately with reduced motion. */
function scrollToTop() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo(0, 0)
  const start = scrollY
  const begun = performance.now()
  let taken = false
  const take = () => {
    taken = true
  }
  addEventListener('wheel', take, { once: true, passive: true })
  addEventListener('touchstart', take, { once: true, passive: true })
  const rise = (time: number) => {
    if (taken) return
    scrollTo(0, heightAfter(time - begun, start))
    if (time - begun < duration) requestAnimationFrame(rise)
  }
  requestAnimationFrame(rise)
}
