import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  parseSearchWith,
  type RouteComponent,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { memberStore } from '#members/web/member-store.ts'
import { casePageSearchParams } from './case-page-search-params.ts'
import { loadPage } from './load-page.ts'
import { anyToken, loadStaffModule } from './load-staff-module.ts'
import { mailboxSearchParams } from './mailbox-search-params.ts'
import { BrokenPage, ErrorPage } from './pages/error-page.tsx'
import { LoadingPage } from './pages/loading-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { Layout } from './shell/layout.tsx'
import { failureSearchParams, tokenSearchParams } from './sign-in-search-params.ts'

/**
 * If a token is stored, loads the staff module before any request; continues without it if that fails. Logout
 * does not need it and must not renew the token it is about to remove.
 */
const root = createRootRoute({
  beforeLoad: async ({ matches }) => {
    const isLogout = matches.some(({ fullPath }) => fullPath === '/logout')
    if (!isLogout && anyToken.has()) await loadStaffModule().catch(() => {})
  },
  component: Layout,
})
const under = { getParentRoute: () => root }

/** Creates a page whose code is loaded on demand. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPage(load), name)

/** Creates the route of a page for staff only. */
const staffPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forStaff, path, component })

/** Creates the route of a document window. */
const documentWindow = <Path extends string>(path: Path, component: RouteComponent, isForStaff: boolean) =>
  createRoute({ ...under, staticData: { isForStaff, around: 'nothing' }, path, component })

const forStaff = {
  ...under,
  staticData: { isForStaff: true },
  beforeLoad: async ({ location }: { location: ParsedLocation }) =>
    (await loadStaffModule()).requireStaff(location),
  notFoundComponent: NotFoundPage,
}

/** Options for staff pages that have their own loading state for clients. */
const forSearchers = {
  ...under,
  staticData: { isForStaff: true },
  beforeLoad: async ({ location }: { location: ParsedLocation }) =>
    (await loadStaffModule()).requireSearchAccess(location),
}

/** Creates the routes of a case search, with the pages of each case below it. */
const caseSearchPages = <Path extends string>(path: Path, component: RouteComponent) => {
  const search = createRoute({ ...forSearchers, path, component })
  const below = {
    getParentRoute: () => search,
    validateSearch: casePageSearchParams,
    // When a case page opens in a new tab, its search is stored in the tab that opened it.
    beforeLoad: async () => (await loadStaffModule()).requestTabValues(),
  }
  const form = page(() => import('#cases/web/case-search-page.tsx'), 'CaseSearchPage')
  return search.addChildren([
    createRoute({ getParentRoute: () => search, path: '/', component: form }),
    createRoute({ ...below, path: '/medical-records', component: page(caseParts, 'MedicalRecordsPage') }),
    createRoute({ ...below, path: '/case-documents', component: page(caseParts, 'CaseDocumentsPage') }),
    createRoute({ ...below, path: '/billing', component: page(caseParts, 'BillingPage') }),
    createRoute({ ...below, path: '/notes', component: page(caseParts, 'NotesPage') }),
    createRoute({ ...below, path: '/timeline', component: page(caseParts, 'TimelinePage') }),
  ])
}

/** Options for the member pages. */
const forMembers = { ...under, staticData: { around: 'members' } } as const

const caseParts = () => import('./pages/case-pages.tsx')
const caseShells = () => import('./pages/case-search-layout.tsx')
const documentPages = () => import('./pages/document-pages.tsx')
const searchPage = () => import('./pages/search-page.tsx')

const routes = root.addChildren([
  createRoute({
    ...under,
    path: '/',
    beforeLoad: async () => {
      if (anyToken.has()) await (await loadStaffModule()).redirectFromStart()
    },
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
    path: '/token',
    validateSearch: tokenSearchParams,
    beforeLoad: async () => {
      await loadStaffModule()
    },
    component: page(() => import('./pages/token-page.tsx'), 'TokenPage'),
  }),
  createRoute({
    ...under,
    path: '/logout',
    component: page(() => import('./pages/logout-page.tsx'), 'LogoutPage'),
  }),
  createRoute({
    ...under,
    path: '/sign-in-failed',
    validateSearch: failureSearchParams,
    component: page(() => import('./pages/sign-in-failed-page.tsx'), 'SignInFailedPage'),
  }),
  staffPage(
    '/home',
    page(() => import('#clients/web/home-page.tsx'), 'HomePage'),
  ),
  staffPage(
    '/client-selector',
    page(() => import('./pages/client-selector-page.tsx'), 'ClientSelectorPage'),
  ),
  staffPage(
    '/account-management',
    page(() => import('./pages/account-management-page.tsx'), 'AccountManagementPage'),
  ),
  createRoute({
    ...forStaff,
    path: '/dev/mail',
    validateSearch: mailboxSearchParams,
    component: page(() => import('#platform/web/mail/mailbox-page.tsx'), 'MailboxPage'),
  }),
  staffPage(
    '/undelivered-mail',
    page(() => import('#platform/web/mail/undelivered-page.tsx'), 'UndeliveredPage'),
  ),
  createRoute({
    ...forSearchers,
    path: '/authorization',
    component: page(() => import('./pages/authorization-page.tsx'), 'AuthorizationPage'),
  }),
  createRoute({
    ...forSearchers,
    path: '/reports',
    component: page(() => import('./pages/reports-page.tsx'), 'ReportsPage'),
  }),
  staffPage(
    '/report/$id',
    page(() => import('./pages/report-page.tsx'), 'ReportPage'),
  ),
  createRoute({
    ...forStaff,
    staticData: { isForStaff: true, around: 'nothing' },
    path: '/report/$id/document',
    component: page(documentPages, 'ReportDocumentPage'),
  }),
  documentWindow('/document', page(documentPages, 'StaffDocumentPage'), true),
  documentWindow('/client-member-page/document', page(documentPages, 'MemberDocumentPage'), false),
  caseSearchPages('/patient-search', page(caseShells, 'PatientSearchLayout')),
  caseSearchPages('/current-activity', page(caseShells, 'CurrentActivityLayout')),
  createRoute({
    ...forMembers,
    path: '/client-member-page',
    beforeLoad: () => {
      if (!memberStore.has()) throw redirect({ to: '/client-member-page/login' })
    },
    component: page(() => import('#members/web/member-page.tsx'), 'MemberPage'),
  }),
  createRoute({
    ...forMembers,
    path: '/client-member-page/login',
    beforeLoad: () => {
      if (memberStore.has()) throw redirect({ to: '/client-member-page' })
    },
    component: page(() => import('#members/web/member-login-page.tsx'), 'MemberLoginPage'),
  }),
  createRoute({
    ...under,
    path: '/$searchKey',
    loader: async ({ params, location }) =>
      (await loadPage(searchPage)).loadSearch(params.searchKey, location.href),
    component: page(searchPage, 'SearchPage'),
    notFoundComponent: NotFoundPage,
  }),
])

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
