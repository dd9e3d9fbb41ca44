import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { npmCommand } from './npm-command.mjs'
import { cache } from './root.mjs'
import { runQuietly } from './run.mjs'

// The package contains Chromium itself (x64 Linux) with the libraries that a minimal system lacks.
const packageName = '@sparticuz/chromium'
const packageVersion = '153.0.0'
const folder = join(cache, `chromium-${packageVersion}`)

/** The path of Chromium from the npm registry, which needs no root access; undefined if unavailable. */
export async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(folder)) await unpack()
  return existsSync(folder) ? join(folder, 'run') : undefined
}

async function unpack() {
  console.log('Downloading Chromium for the tests from npm (70 MB, once).')
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }')
  const words = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-save',
    `${packageName}@${packageVersion}`,
  ]
  const { code, output } = await runQuietly(...npmCommand(), words, { cwd: unfinished })
  if (code !== 0) return console.error(output.trim())

  const packed = join(unfinished, 'node_modules', packageName, 'bin')
  await pipeline(
    createReadStream(join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 }),
  )
  for (const name of ['al2023', 'fonts', 'swiftshader'])
    await unpackTar(join(packed, `${name}.tar.br`), unfinished)
  writeFileSync(join(unfinished, 'run'), starter)
  chmodSync(join(unfinished, 'run'), 0o755)
  rmSync(join(unfinished, 'node_modules'), { recursive: true })
  renameSync(unfinished, folder)
}

async function unpackTar(file, into) {
  const tar = join(into, 'unpacking.tar')
  writeFileSync(tar, brotliDecompressSync(readFileSync(file)))
  await runQuietly('tar', ['xf', tar, '--no-same-owner', '-C', into])
  rmSync(tar)
}

/** The bundled libraries and fonts are used only if the system has none. */
const starter = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/lib/x86_64-linux-gnu:/usr/lib64:$here/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here"
exec "$here/chromium" "$@"
`

/** The path of the system's Chromium after apt installed it as root; undefined if that fails. */
export async function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the tests with apt.')
  await runQuietly('apt-get', ['update', '-q'])
  const { code, output } = await runQuietly('apt-get', [
    'install',
    '-yq',
    '--no-install-recommends',
    'chromium',
  ])
  if (code !== 0) console.error(output.trim().split('\n').slice(-3).join('\n'))
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
}
