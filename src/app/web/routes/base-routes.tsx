import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
  type RouteComponent,
} from '@tanstack/react-router'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { loadPage } from '../load-page.ts'
import { loadStaffModule } from '../load-staff-module.ts'
import { NotFoundPage } from '../pages/error-page.tsx'
import { Layout } from '../shell/layout.tsx'

/**
 * If a token is stored, loads the staff module before any request; continues without it if that fails. Logout
 * does not need it and must not renew the token it is about to remove.
 */
export const root = createRootRoute({
  beforeLoad: async ({ matches }) => {
    const isLogout = matches.some(({ fullPath }) => fullPath === '/logout')
    if (!isLogout && tokenStore.has()) await loadStaffModule().catch(() => {})
  },
  component: Layout,
})
export const underRoot = { getParentRoute: () => root }

/** Creates a page whose code is loaded on demand. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPage(load), name)

type Load = { location: ParsedLocation; abortController: AbortController }

const staffOptions = (guard: 'requireStaff' | 'requireSearchAccess') => ({
  ...underRoot,
  staticData: { isForStaff: true },
  beforeLoad: async ({ location, abortController }: Load) =>
    (await loadStaffModule())[guard](location, abortController.signal),
})

/** Options of staff-only pages. */
export const forStaff = { ...staffOptions('requireStaff'), notFoundComponent: NotFoundPage }

/** Options for staff pages that have their own loading state for clients. */
export const forSearchers = staffOptions('requireSearchAccess')

/** Creates the route of a document window. */
export const documentWindow = <Path extends string>(
  path: Path,
  component: RouteComponent,
  isForStaff: boolean,
) => createRoute({ ...underRoot, staticData: { isForStaff, around: 'nothing' }, path, component })
