import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { memberStore } from '#members/web/member-store.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { loadPage } from './load-page.ts'
import { loadStaffModule } from './load-staff-module.ts'
import { ErrorPage, NotFoundPage } from './pages/error-page.tsx'
import { Layout } from './shell/layout.tsx'

/**
 * If a token is stored, loads the staff module before any request; continues without it if that fails. Logout
 * does not need it and must not renew the token it is about to remove.
 */
const root = createRootRoute({
  beforeLoad: async ({ matches }) => {
    const isLogout = matches.some(({ fullPath }) => fullPath === '/logout')
    if (!isLogout && tokenStore.has()) await loadStaffModule().catch(() => {})
  },
  component: Layout,
})
const underRoot = { getParentRoute: () => root }

/** Creates a page whose code is loaded on demand. */
const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPage(load), name)

type Load = { location: ParsedLocation; abortController: AbortController }

const staffOptions = (guard: 'requireStaff' | 'requireSearchAccess') => ({
  ...underRoot,
  staticData: { isForStaff: true },
  beforeLoad: async ({ location, abortController }: Load) =>
    (await loadStaffModule())[guard](location, abortController.signal),
})

/** Options of staff-only pages. */
const forStaff = { ...staffOptions('requireStaff'), notFoundComponent: NotFoundPage }

/** Options for staff pages that have their own loading state for clients. */
const forSearchers = staffOptions('requireSearchAccess')

/** Creates the route of a document window. */
const documentWindow = <Path extends string>(path: Path, component: RouteComponent, isForStaff: boolean) =>
  createRoute({ ...underRoot, staticData: { isForStaff, around: 'nothing' }, path, component })

const documentPages = () => import('./pages/document-pages.tsx')
const forMembers = { ...underRoot, staticData: { around: 'members' } } as const

const eligibilityPage = () => import('#members/web/eligibility-page.tsx')

/** The pages for members, and for the providers who see their cards. */
const memberRoutes = [
  createRoute({
    ...forMembers,
    path: '/client-member-page',
    beforeLoad: () => {
      if (!memberStore.has()) throw redirect({ to: '/client-member-page/login' })
    },
    component: lazyPage(() => import('#members/web/member-page.tsx'), 'MemberPage'),
  }),
  createRoute({
    ...forMembers,
    path: '/client-member-page/login',
    beforeLoad: () => {
      if (memberStore.has()) throw redirect({ to: '/client-member-page' })
    },
    component: lazyPage(() => import('#members/web/member-login-page.tsx'), 'MemberLoginPage'),
  }),
  createRoute({
    ...forMembers,
    path: '/confirm-eligibility/$clientId',
    loader: async (match) => (await loadPage(eligibilityPage)).loadEligibilityContact(match),
    component: lazyPage(eligibilityPage, 'EligibilityPage'),
    notFoundComponent: NotFoundPage,
  }),
  documentWindow('/client-member-page/document', lazyPage(documentPages, 'MemberDocumentPage'), false),
] as const

const signInPages = () => import('./pages/sign-in-pages.tsx')
const informationPages = () => import('./pages/information-pages.tsx')
const startPage = () => import('./pages/start-page.tsx')
const searchPage = () => import('./pages/search-page.tsx')

/** Text, even if it looks like a number, which the router parses as one. */
const text = () =>
  z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined)

/** Validates search parameters. Their schema is created when a route first needs it (decision 97). */
const searchParams =
  <Shape extends z.ZodRawShape>(shape: () => Shape) =>
  (search: Record<string, unknown>) =>
    z.object(shape()).parse(search)

/** The pages for everyone: start, sign-in, provider search and general information. */
const publicRoutes = [
  createRoute({
    ...underRoot,
    path: '/',
    beforeLoad: async () => {
      if (tokenStore.has()) await (await loadStaffModule()).redirectFromStart()
    },
    loader: async () => (await loadPage(startPage)).loadStart(),
    component: lazyPage(startPage, 'StartPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/no-data',
    component: lazyPage(informationPages, 'NoDataPage'),
  }),
  createRoute({ ...underRoot, path: '/error', component: ErrorPage }),
  createRoute({
    ...underRoot,
    path: '/cookies',
    component: lazyPage(informationPages, 'CookiesPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/credits',
    component: lazyPage(informationPages, 'CreditsPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/developers',
    component: lazyPage(() => import('./developers/developers-page.tsx'), 'DevelopersPage'),
  }),
  createRoute({
    ...underRoot,
    path: '/token',
    // The next page, and whether the person comes from the identity provider.
    validateSearch: searchParams(() => ({ returnTo: text(), fresh: text() })),
    beforeLoad: async () => {
      await loadStaffModule()
    },
    component: lazyPage(signInPages, 'TokenPage'),
  }),
  createRoute({ ...underRoot, path: '/logout', component: lazyPage(signInPages, 'LogoutPage') }),
  createRoute({
    ...underRoot,
    path: '/sign-in-failed',
    validateSearch: searchParams(() => ({ reason: text(), reference: text() })),
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

const casePages = () => import('./pages/staff/case-pages.tsx')
const reportPages = () => import('./pages/staff/report-pages.tsx')
const mailPages = () => import('#platform/web/mail/mail-pages.tsx')
const authorizationPages = () => import('./pages/staff/authorization-page.tsx')

const staffPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forStaff, path, component })

const searcherPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forSearchers, path, component })

/** The pages for staff, except for cases. */
const staffRoutes = [
  staffPage(
    '/home',
    lazyPage(() => import('./pages/staff/home-page.tsx'), 'HomePage'),
  ),
  staffPage(
    '/client-selector',
    lazyPage(() => import('#clients/web/client-selector.tsx'), 'ClientSelector'),
  ),
  staffPage(
    '/account-management',
    lazyPage(() => import('#clients/web/account-management.tsx'), 'AccountManagement'),
  ),
  createRoute({
    ...forStaff,
    path: '/dev/mail',
    // The open email.
    validateSearch: searchParams(() => ({ mail: z.uuid().optional().catch(undefined) })),
    component: lazyPage(mailPages, 'MailboxPage'),
  }),
  staffPage('/undelivered-mail', lazyPage(mailPages, 'UndeliveredPage')),
  staffPage('/undelivered-notifications', lazyPage(authorizationPages, 'NotificationsPage')),
  staffPage('/audit', lazyPage(authorizationPages, 'AuditPage')),
  staffPage('/sign-ins', lazyPage(authorizationPages, 'SignInsPage')),
  staffPage('/member-accounts', lazyPage(authorizationPages, 'MembersPage')),
  searcherPage('/authorization', lazyPage(authorizationPages, 'AuthorizationPage')),
  searcherPage('/authorization/decided', lazyPage(authorizationPages, 'DecidedPage')),
  searcherPage('/authorization/metrics', lazyPage(authorizationPages, 'MetricsPage')),
  staffPage(
    '/vobs',
    lazyPage(() => import('./pages/staff/vob-pages.tsx'), 'VobsPage'),
  ),
  searcherPage('/emergency-access', lazyPage(casePages, 'EmergencyPage')),
  searcherPage('/reports', lazyPage(reportPages, 'ReportsPage')),
  searcherPage('/reports/view', lazyPage(reportPages, 'ReportViewPage')),
  searcherPage('/reports/bills', lazyPage(reportPages, 'ReportBillsPage')),
  searcherPage('/reports/cases', lazyPage(reportPages, 'ReportCasesPage')),
  staffPage('/report/$id', lazyPage(reportPages, 'ReportPage')),
  createRoute({
    ...forStaff,
    staticData: { isForStaff: true, around: 'nothing' },
    path: '/report/$id/document',
    component: lazyPage(documentPages, 'ReportDocumentPage'),
  }),
  documentWindow('/document', lazyPage(documentPages, 'StaffDocumentPage'), true),
] as const

const caseSearchLayout = () => import('./pages/staff/case-search-layout.tsx')

/** Creates the routes of a case search, with the pages of each case below it. */
const caseSearchRoutes = <Path extends string>(path: Path, component: RouteComponent) => {
  const search = searcherPage(path, component)
  const casePage = <Part extends string>(path: Part, name: keyof Awaited<ReturnType<typeof casePages>>) =>
    createRoute({
      getParentRoute: () => search,
      // The opaque key of the case's result row.
      validateSearch: searchParams(() => ({ row: z.string().optional().catch(undefined) })),
      path,
      component: lazyPage(casePages, name),
    })
  const form = lazyPage(() => import('#cases/web/case-search-page.tsx'), 'CaseSearchPage')
  return search.addChildren([
    createRoute({ getParentRoute: () => search, path: '/', component: form }),
    casePage('/overview', 'OverviewPage'),
    casePage('/medical-records', 'MedicalRecordsPage'),
    casePage('/case-documents', 'CaseDocumentsPage'),
    casePage('/billing', 'BillingPage'),
    casePage('/notes', 'NotesPage'),
    casePage('/timeline', 'TimelinePage'),
  ])
}

/** The case searches of staff, with the pages of a case. */
const caseRoutes = [
  caseSearchRoutes('/patient-search', lazyPage(caseSearchLayout, 'PatientSearchLayout')),
  caseSearchRoutes('/current-activity', lazyPage(caseSearchLayout, 'CurrentActivityLayout')),
] as const

/** Which address shows which page. */
export const routes = root.addChildren([...publicRoutes, ...staffRoutes, ...caseRoutes, ...memberRoutes])
