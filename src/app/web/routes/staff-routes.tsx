import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { documentWindow, forSearchers, forStaff, lazyPage } from './base-routes.tsx'

const reportPages = () => import('./report-pages.tsx')
const authorizationPages = () => import('./authorization-page.tsx')
const documentPages = () => import('./document-pages.tsx')

/** The open email of the mailbox. */
const mailboxSearchParams = z.object({ mail: z.uuid().optional().catch(undefined) })

const staffPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forStaff, path, component })

const searcherPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forSearchers, path, component })

/** The pages for staff, except for cases. */
export const staffRoutes = [
  staffPage(
    '/home',
    lazyPage(() => import('./home-page.tsx'), 'HomePage'),
  ),
  staffPage(
    '/client-selector',
    lazyPage(() => import('#clients/web/client-selector.tsx'), 'ClientSelector'),
  ),
  staffPage(
    '/account-management',
    lazyPage(() => import('./client-pages.tsx'), 'AccountManagementPage'),
  ),
  createRoute({
    ...forStaff,
    path: '/dev/mail',
    validateSearch: mailboxSearchParams,
    component: lazyPage(() => import('#platform/web/mail/mailbox-page.tsx'), 'MailboxPage'),
  }),
  staffPage(
    '/undelivered-mail',
    lazyPage(() => import('#platform/web/mail/undelivered-page.tsx'), 'UndeliveredPage'),
  ),
  staffPage('/undelivered-notifications', lazyPage(authorizationPages, 'NotificationsPage')),
  searcherPage('/authorization', lazyPage(authorizationPages, 'AuthorizationPage')),
  searcherPage('/authorization/decided', lazyPage(authorizationPages, 'DecidedPage')),
  searcherPage('/authorization/metrics', lazyPage(authorizationPages, 'MetricsPage')),
  staffPage(
    '/vobs',
    lazyPage(() => import('./vob-pages.tsx'), 'VobsPage'),
  ),
  searcherPage('/reports', lazyPage(reportPages, 'ReportsPage')),
  staffPage('/report/$id', lazyPage(reportPages, 'ReportPage')),
  createRoute({
    ...forStaff,
    staticData: { isForStaff: true, around: 'nothing' },
    path: '/report/$id/document',
    component: lazyPage(documentPages, 'ReportDocumentPage'),
  }),
  documentWindow('/document', lazyPage(documentPages, 'StaffDocumentPage'), true),
] as const

const casePages = () => import('./case-pages.tsx')
const caseSearchLayout = () => import('./case-search-layout.tsx')

/** The opaque key of the case's result row. */
const casePageSearchParams = z.object({ row: z.string().optional().catch(undefined) })

/** Creates the routes of a case search, with the pages of each case below it. */
const caseSearchRoutes = <Path extends string>(path: Path, component: RouteComponent) => {
  const search = searcherPage(path, component)
  const casePage = <Part extends string>(path: Part, name: keyof Awaited<ReturnType<typeof casePages>>) =>
    createRoute({
      getParentRoute: () => search,
      validateSearch: casePageSearchParams,
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
export const caseRoutes = [
  caseSearchRoutes('/patient-search', lazyPage(caseSearchLayout, 'PatientSearchLayout')),
  caseSearchRoutes('/current-activity', lazyPage(caseSearchLayout, 'CurrentActivityLayout')),
] as const
