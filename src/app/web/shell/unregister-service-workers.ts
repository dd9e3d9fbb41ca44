/** Takes away every service worker that an earlier portal at this address left behind. */
export async function unregisterServiceWorkers() {
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const worker of workers ?? []) await worker.unregister()
}
