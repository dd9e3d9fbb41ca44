/** Unregisters service workers of an earlier portal at this address. */
export async function unregisterServiceWorkers() {
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const worker of workers ?? []) await worker.unregister()
}
