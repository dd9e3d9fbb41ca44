import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { BrokenPage } from './pages/error-page.tsx'
import { LoadingPage } from './pages/loading-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { caseRoutes } from './routes/case-routes.tsx'
import { memberRoutes } from './routes/member-routes.tsx'
import { publicRoutes } from './routes/public-routes.tsx'
import { root } from './routes/root-route.tsx'
import { staffRoutes } from './routes/staff-routes.tsx'

const routes = root.addChildren([...publicRoutes, ...staffRoutes, ...caseRoutes, ...memberRoutes])

/** Creates the router. Search params are strings; errors show the not-found page or the error page. */
export const portalRouter = () =>
  createRouter({
    routeTree: routes,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    notFoundMode: 'root',
    scrollRestoration: true,
    defaultPendingComponent: LoadingPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof portalRouter>
  }
  interface StaticDataRouteOption {
    /** Whether the page is only for staff; others are redirected to the start page. */
    isForStaff?: boolean
    /** The layout of the page if not the default: the member layout or none. */
    around?: 'members' | 'nothing'
  }
  interface HistoryState {
    /** Whether the start page was opened because the session expired. */
    isExpired?: boolean
    /** Why the member was redirected to the login page. */
    memberLeft?: 'ended' | 'logged out'
    /** The client that was just chosen. */
    client?: { id: string; label: string }
  }
}
