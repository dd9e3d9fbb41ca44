import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  parseSearchWith,
  RouterProvider,
  stringifySearchWith,
} from '@tanstack/react-router'
import { act, getConfig, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import axe, { type AxeResults } from 'axe-core'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { theme } from '#app/web/theme/theme.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ErrorNotice } from '#platform/web/error-notice.tsx'

type RenderOptions = {
  /** The URL of the page that renders the component. Every other URL renders an empty page. */
  path?: string
  /** Whether that page is only for staff. */
  isForStaff?: boolean
}

/**
 * Renders a component or page with our theme, an empty query cache, a router and the error notices of the layout.
 * Queries are not retried and transitions take no time. Without the rules of Mantine, which lay nothing out here, styles
 * are computed faster.
 */
export async function renderComponent(ui: ReactNode, { path = '/', isForStaff = false }: RenderOptions = {}) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 300_000, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  const router = createRouter({
    routeTree: routesAround(ui, { path: new URL(path, 'http://portal').pathname, isForStaff }),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultPendingMs: 0,
    defaultPreload: false,
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
  })
  await router.load()
  const user = userEvent.setup({ advanceTimers: vi.isFakeTimers() ? vi.advanceTimersByTime : () => {} })
  const view = render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const { container, unmount } = view
  return {
    user,
    url: () => router.state.location.href,
    historyState: () => router.state.location.state,
    /** Presses the browser's Back button. */
    goBack: () => act(() => router.history.back()),
    queries,
    container,
    unmount,
  }
}

function routesAround(ui: ReactNode, { path, isForStaff }: Required<RenderOptions>) {
  const root = createRootRoute({
    component: () => (
      <>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <ErrorNotice />
      </>
    ),
  })
  const page = createRoute({
    getParentRoute: () => root,
    staticData: { isForStaff },
    path,
    component: () => ui,
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  return root.addChildren([page, elsewhere])
}

/** Sets the time zone of the portal for the tests of a file. */
export function setTimeZone(timeZone: string) {
  const data = getBootstrapData()
  const before = data.timeZone
  beforeAll(() => {
    data.timeZone = timeZone
  })
  afterAll(() => {
    data.timeZone = before
  })
}

/** Advances fake timers by this time, and by 10 ms for the responses and the rendering that follow. */
export const advanceTimers = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 10))

/** Rules that need a whole page, or a layout, which only browsers have. */
const browserRules = ['color-contrast', 'target-size', 'region']

/** Requires that axe finds no violations. */
export async function expectAccessible() {
  const { violations }: AxeResults = vi.isFakeTimers()
    ? await withFakeTimers(runAxe())
    : await getConfig().asyncWrapper(() => runAxe())
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

const runAxe = () =>
  axe.run('body', {
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(browserRules.map((id) => [id, { enabled: false }])),
  })

/** Advances fake timers until the promise settles. */
async function withFakeTimers<Value>(promise: Promise<Value>): Promise<Value> {
  let isPending = true
  const end = () => {
    isPending = false
  }
  promise.then(end, end)
  while (isPending) await act(() => vi.advanceTimersByTimeAsync(1))
  return promise
}
