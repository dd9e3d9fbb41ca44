import { createRoute, type ParsedLocation, type RouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { day } from '#platform/contract/day-schema.ts'
import { loadPage } from '../load-page.ts'
import { forSearchers, lazyPage } from './base-routes.tsx'

const casePages = () => import('./case-pages.tsx')
const caseSearchLayout = () => import('./case-search-layout.tsx')

/** The opaque key of the case's result row. */
const casePageSearchParams = z.object({ row: z.string().optional().catch(undefined) })

/** The search that a link opens Current Activity with: days (`YYYY-MM-DD`), and kinds of activity separated by spaces. */
const activitySearchParams = z.object({ from: day, to: day, kinds: z.string() })

/** Fills in the form of Current Activity with the search of a link. */
async function openActivity({ location: { search } }: { location: ParsedLocation }) {
  const { data } = activitySearchParams.safeParse(search)
  if (!data) return
  const { fillCurrentActivity } = await loadPage(caseSearchLayout)
  fillCurrentActivity(data)
  throw redirect({ to: '/current-activity', replace: true, state: { filledAt: performance.now() } })
}

/** Creates the routes of a case search, with the pages of each case below it. */
const caseSearchRoutes = <Path extends string>(
  path: Path,
  component: RouteComponent,
  beforeLoad?: typeof openActivity,
) => {
  const search = createRoute({ ...forSearchers, path, component })
  const below = { getParentRoute: () => search, validateSearch: casePageSearchParams }
  const form = lazyPage(() => import('#cases/web/case-search-page.tsx'), 'CaseSearchPage')
  return search.addChildren([
    createRoute({
      getParentRoute: () => search,
      path: '/',
      component: form,
      ...(beforeLoad && { beforeLoad }),
    }),
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
  caseSearchRoutes('/current-activity', lazyPage(caseSearchLayout, 'CurrentActivityLayout'), openActivity),
] as const
