import { loadGeography } from '#geography/server/load-geography.ts'
import { migrate } from '#platform/server/migrations.ts'
import type { Config } from '#platform/server/settings.ts'
import type { Workplace } from '#platform/server/workplace.ts'

/** Brings an opened database to where the portal can serve from it. Tells the reason that calls still wait. */
export async function prepare(workplace: Workplace, _config: Config, wait: (reason: string) => void) {
  wait('The database is being migrated.')
  await migrate(workplace.owner)
  wait('The places of the world are being loaded.')
  await fillEmptyPortal(workplace)
}

/** What every portal has before anybody uses it: the places of the world and the standard searches. */
export async function fillEmptyPortal(workplace: Workplace) {
  await loadGeography(workplace)
}
