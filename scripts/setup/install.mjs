import { oneAtATime } from './file-lock.mjs'
import { isInstalled } from './installed.mjs'
import { chosenNode, isNewEnough, neededMajor } from './node-version.mjs'
import { npmCommand } from './npm-command.mjs'
import { root } from './root.mjs'
import { runQuietly, stop } from './run.mjs'

if (!isInstalled(root)) await oneAtATime('install', () => (isInstalled(root) ? undefined : install()))
if (!isNewEnough(process.versions.node) && !chosenNode()) {
  stop(
    `The portal needs Node.js ${neededMajor} or newer. npm has none for ${process.platform}-${process.arch}, and this is ${process.versions.node}.`,
    `Install Node.js ${neededMajor} (https://nodejs.org), then run the same command again.`,
  )
}

async function install() {
  console.log('Installing dependencies. This happens once and takes about a minute.')
  const began = Date.now()
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const { code, output } = await runQuietly(...npmCommand(), words)
  if (code !== 0) {
    const reason = output.trim().split('\n').slice(0, 20).join('\n')
    stop(
      reason,
      'npm could not install the dependencies. Check that the registry is reachable, then run the same command again.',
    )
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}
