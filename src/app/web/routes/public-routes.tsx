import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { loadPage } from '../load-page.ts'
import { loadStaffModule } from '../load-staff-module.ts'
import { ErrorPage, NotFoundPage } from '../pages/error-page.tsx'
import { lazyPage, underRoot } from './base-routes.tsx'

const signInPages = () => import('./sign-in-pages.tsx')
const searchPage = () => import('../pages/search-page.tsx')

/** Text, even if it looks like a number, which the router parses as one. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined)

/** The next page, and whether the person comes from the identity provider. */
const tokenSearchParams = z.object({ returnTo: text, fresh: text })
const failureSearchParams = z.object({ reason: text, reference: text })

/** The pages for everyone: start, sign-in, provider search and general information. */
export const publicRoutes = [
  createRoute({
    ...underRoot,
    path: '/',
    beforeLoad: async () => {
      if (tokenStore.has()) await (await loadStaffModule()).redirectFromStart()
    },
    component: lazyPage(() => import('../pages/landing-page.tsx'), 'LandingPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/no-data',
    component: lazyPage(() => import('../pages/no-data-page.tsx'), 'NoDataPage'),
  }),
  createRoute({ ...underRoot, path: '/error', component: ErrorPage }),
  createRoute({
    ...underRoot,
    path: '/cookies',
    component: lazyPage(() => import('../pages/cookies-page.tsx'), 'CookiesPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/credits',
    component: lazyPage(() => import('../pages/credits-page.tsx'), 'CreditsPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/developers',
    component: lazyPage(() => import('../developers/developers-page.tsx'), 'DevelopersPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/token',
    validateSearch: tokenSearchParams,
    beforeLoad: async () => {
      await loadStaffModule()
    },
    component: lazyPage(signInPages, 'TokenPage'),
  }),
  createRoute({ ...underRoot, path: '/logout', component: lazyPage(signInPages, 'LogoutPage') }),
  createRoute({
    ...underRoot,
    path: '/sign-in-failed',
    validateSearch: failureSearchParams,
    component: lazyPage(signInPages, 'SignInFailedPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/$searchKey',
    loader: async ({ params, location }) =>
      (await loadPage(searchPage)).loadSearch(params.searchKey, location.href),
    component: lazyPage(searchPage, 'SearchPage'),
    notFoundComponent: NotFoundPage,
  }),
] as const
