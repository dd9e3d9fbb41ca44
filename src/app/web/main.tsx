import './zod-csp.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { isNotFound, RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { removeCardOnLogout } from '#members/web/member-store.ts'
import { apiMiddleware, findPreloadTags, preload, servePreloaded } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { watchDrafts } from '#platform/web/drafts/draft-deadline.ts'
import { removeTabValues, staffPrefix } from '#platform/web/storage.ts'
import './mantine-styles.ts'
import './global.css'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { staffMiddleware } from './load-staff-module.ts'
import { queryClient } from './query-client.ts'
import { portalRouter } from './router.tsx'
import { colorVariables, theme } from './theme/theme.ts'

const colorSchemes = localStorageColorSchemeManager({ key: 'colorScheme' })

/** Every API request passes through these in order. The staff middleware starts when the staff module has loaded. */
apiMiddleware.push(
  servePreloaded,
  staffMiddleware('authenticate'),
  staffMiddleware('addClientId'),
  staffMiddleware('checkConfigurationVersion'),
  staffMiddleware('watchReadingLimit'),
)

/**
 * Renders after the code of the first page has loaded, so that shell and page appear together. Each step is a task, and
 * the render is a transition, so the page stays responsive to scrolling.
 */
async function start(root: HTMLElement) {
  await nextTask()
  preload(findPreloadTags(document))
  const { nonce } = getBootstrapData()
  setNonce(nonce)
  unregisterServiceWorkers()
  if (!tokenStore.has()) removeTabValues(staffPrefix)
  watchDrafts(tokenStore.has)
  removeCardOnLogout()
  forceLightPrint()
  await nextTask()
  const router = portalRouter()
  await nextTask()
  await router.load()
  const page = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colorVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
  startTransition(() => createRoot(root, { onCaughtError: reportCaught }).render(page))
}

/** Unregisters service workers of an earlier portal at this address. */
async function unregisterServiceWorkers() {
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const worker of workers ?? []) await worker.unregister()
}

/** Prints in light colors regardless of the color scheme. */
function forceLightPrint() {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    if (shown) dataset.mantineColorScheme = shown
  })
}

const nextTask = () => new Promise((begin) => setTimeout(begin))

/** Reports page errors, except not-found, which is a regular result. */
function reportCaught(error: unknown) {
  if (!isNotFound(error)) reportError(error)
}

const root = document.getElementById('root')
if (root) start(root)
