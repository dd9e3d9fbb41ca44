import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { documentWindow, forSearchers, forStaff, lazyPage } from './base-routes.tsx'

const reportPages = () => import('./report-pages.tsx')
const documentPages = () => import('./document-pages.tsx')

/** The open email of the mailbox. */
const mailboxSearchParams = z.object({ mail: z.uuid().optional().catch(undefined) })

const staffPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ ...forStaff, path, component })

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
  createRoute({
    ...forSearchers,
    path: '/authorization',
    component: lazyPage(() => import('./authorization-page.tsx'), 'AuthorizationPage'),
  }),
  createRoute({
    ...forStaff,
    path: '/vobs',
    component: lazyPage(() => import('./vob-pages.tsx'), 'VobsPage'),
  }),
  createRoute({ ...forSearchers, path: '/reports', component: lazyPage(reportPages, 'ReportsPage') }),
  staffPage('/report/$id', lazyPage(reportPages, 'ReportPage')),
  createRoute({
    ...forStaff,
    staticData: { isForStaff: true, around: 'nothing' },
    path: '/report/$id/document',
    component: lazyPage(documentPages, 'ReportDocumentPage'),
  }),
  documentWindow('/document', lazyPage(documentPages, 'StaffDocumentPage'), true),
] as const
