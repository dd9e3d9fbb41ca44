import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { forSearchers, lazyPage } from './base-routes.tsx'

const casePages = () => import('./case-pages.tsx')
const caseSearchLayout = () => import('./case-search-layout.tsx')

/** The opaque key of the case's result row. */
const casePageSearchParams = z.object({ row: z.string().optional().catch(undefined) })

/** Creates the routes of a case search, with the pages of each case below it. */
const caseSearchRoutes = <Path extends string>(path: Path, component: RouteComponent) => {
  const search = createRoute({ ...forSearchers, path, component })
  const below = { getParentRoute: () => search, validateSearch: casePageSearchParams }
  const form = lazyPage(() => import('#cases/web/case-search-page.tsx'), 'CaseSearchPage')
  return search.addChildren([
    createRoute({ getParentRoute: () => search, path: '/', component: form }),
    createRoute({ ...below, path: '/overview', component: lazyPage(casePages, 'OverviewPage') }),
    createRoute({ ...below, path: '/medical-records', component: lazyPage(casePages, 'MedicalRecordsPage') }),
    createRoute({ ...below, path: '/case-documents', component: lazyPage(casePages, 'CaseDocumentsPage') }),
    createRoute({ ...below, path: '/billing', component: lazyPage(casePages, 'BillingPage') }),
    createRoute({ ...below, path: '/notes', component: lazyPage(casePages, 'NotesPage') }),
    createRoute({ ...below, path: '/timeline', component: lazyPage(casePages, 'TimelinePage') }),
  ])
}

/** The case searches of staff, with the pages of a case. */
export const caseRoutes = [
  caseSearchRoutes('/patient-search', lazyPage(caseSearchLayout, 'PatientSearchLayout')),
  caseSearchRoutes('/current-activity', lazyPage(caseSearchLayout, 'CurrentActivityLayout')),
] as const
