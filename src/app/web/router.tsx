import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router'
import { pageCode } from './page-code.ts'
import { BrokenPage, ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'
import { Layout } from './shell/layout.tsx'

const root = createRootRoute({ component: Layout })
const under = { getParentRoute: () => root }

/** A page whose code comes when somebody goes there. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => pageCode(load), name)
const searchPage = () => import('./pages/search-page.tsx')

const routes = root.addChildren([
  createRoute({
    ...under,
    path: '/',
    component: page(() => import('./pages/landing-page.tsx'), 'LandingPage'),
  }),
  createRoute({
    ...under,
    path: '/no-data',
    component: page(() => import('./pages/no-data-page.tsx'), 'NoDataPage'),
  }),
  createRoute({ ...under, path: '/error', component: ErrorPage }),
  createRoute({
    ...under,
    path: '/cookies',
    component: page(() => import('./pages/cookies-page.tsx'), 'CookiesPage'),
  }),
  createRoute({
    ...under,
    path: '/credits',
    component: page(() => import('./pages/credits-page.tsx'), 'CreditsPage'),
  }),
  createRoute({
    ...under,
    path: '/developers',
    component: page(() => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  }),
  createRoute({
    ...under,
    path: '/$searchKey',
    loader: async ({ params }) => (await pageCode(searchPage)).loadSearch(params.searchKey),
    component: page(searchPage, 'SearchPage'),
    notFoundComponent: NotFoundPage,
  }),
])

/**
 * Every address of the portal. What stands behind the `?` are plain texts; a page that throws `notFound()`
 * is answered with the not-found page, any other throw with the broken page.
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
  defaultErrorComponent: BrokenPage,
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
