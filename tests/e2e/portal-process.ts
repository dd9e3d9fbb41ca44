import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { cloneDatabase, type TestServer } from '#test-support/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type PortalProcess = {
  address: string
  /** Runs `npm run portal -- …words` while the portal runs. Returns its output and exit code. */
  command(...words: string[]): Promise<{ exitCode: number; output: string }>
  /** Simulates a machine failure: `kill -9`, and a restart at the same address. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

/** Starts the portal as shipped, in a separate process with its own database and port. */
export async function startPortalProcess(
  server: TestServer,
  template: string,
  settings: Record<string, string> = {},
): Promise<PortalProcess> {
  const { name, drop } = await cloneDatabase(server, template)
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'test',
    ALLOW_INSECURE_TRIAL: 'on',
    DATABASE_URL: addressOf(server, name),
    PORT: '0',
    LOG_LEVEL: 'error',
    CAPTCHA_MAX_ITERATIONS: '30',
    ...settings,
  }
  let child = spawnPortal(environment)
  const address = await addressFrom(child)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    address,
    command: (...words) => run(environment, words),
    killAndRestart: async () => {
      await end('SIGKILL')
      child = spawnPortal({ ...environment, PORT: new URL(address).port })
      await addressFrom(child)
    },
    close: async () => {
      await end('SIGTERM')
      await drop()
    },
  }
}

const spawnPortal = (env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, ['src/app/main.ts'], { cwd: root, env })

function addressOf({ owner }: TestServer, database: string): string {
  const { user, password, host, port } = owner
  return `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${host}`
}

/** Waits for the address that the process prints when ready. Throws its output if it exits instead. */
async function addressFrom(child: ChildProcess): Promise<string> {
  const output: string[] = []
  child.stderr?.on('data', (text) => output.push(String(text)))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    output.push(line)
    const [address] = /https?:\/\/\S+/.exec(line) ?? []
    if (address && line.includes('ready')) {
      child.stdout?.resume()
      return address
    }
  }
  throw new Error(`The portal did not start:\n${output.join('\n')}`)
}

async function run(env: NodeJS.ProcessEnv, words: string[]) {
  const child = spawn(process.execPath, ['src/app/cli.ts', ...words], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const [exitCode] = await once(child, 'close')
  return { exitCode: Number(exitCode), output }
}
