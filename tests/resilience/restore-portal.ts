import { join } from 'node:path'
import { freePort, run } from './portal-run.ts'

/** A portal with its folder, port and settings. */
export type PortalInstance = { root: string; dataDir: string; port: number; env: Record<string, string> }

export async function createInstance(
  root: string,
  name: string,
  settings: Record<string, string>,
): Promise<PortalInstance> {
  const [port, dataDir] = [await freePort(), join(root, name)]
  const { PATH = '', HOME = '' } = process.env
  const own = { LOG_LEVEL: 'error', DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_PER_MINUTE: '1000000' }
  return { root, dataDir, port, env: { PATH, HOME, ...own, ...settings } }
}

export const start = ({ env }: PortalInstance) => run([process.execPath, 'src/app/main.ts'], { env })

/** Runs a portal command and waits for it to exit. */
export async function runCommand({ env }: PortalInstance, ...words: string[]) {
  const began = performance.now()
  const running = run([process.execPath, 'src/app/cli.ts', ...words], { env })
  const code = await running.ended
  return { code, output: running.output().trim(), ms: Math.round(performance.now() - began) }
}
