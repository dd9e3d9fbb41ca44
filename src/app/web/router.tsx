import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'
import { Layout } from './shell/layout.tsx'

const root = createRootRoute({ component: Layout })
const under = { getParentRoute: () => root }

const routes = root.addChildren([
  createRoute({
    ...under,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/landing-page.tsx'), 'LandingPage'),
  }),
  createRoute({
    ...under,
    path: '/no-data',
    component: lazyRouteComponent(() => import('./pages/no-data-page.tsx'), 'NoDataPage'),
  }),
  createRoute({ ...under, path: '/error', component: ErrorPage }),
  createRoute({
    ...under,
    path: '/cookies',
    component: lazyRouteComponent(() => import('./pages/cookies-page.tsx'), 'CookiesPage'),
  }),
  createRoute({
    ...under,
    path: '/credits',
    component: lazyRouteComponent(() => import('./pages/credits-page.tsx'), 'CreditsPage'),
  }),
  createRoute({
    ...under,
    path: '/developers',
    component: lazyRouteComponent(() => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  }),
  createRoute({
    ...under,
    path: '/$searchKey',
    loader: async ({ params }) => (await import('./pages/search-page.tsx')).loadSearch(params.searchKey),
    component: lazyRouteComponent(() => import('./pages/search-page.tsx'), 'SearchPage'),
    notFoundComponent: NotFoundPage,
  }),
])

/**
 * Every address of the portal. What stands behind the `?` are plain texts; a page that throws `notFound()`
 * is answered with the not-found page, any other throw with the error page.
 */
export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  notFoundMode: 'root',
  scrollRestoration: true,
  defaultPendingComponent: WaitingPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
