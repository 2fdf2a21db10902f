/**
 * `npm start`: builds, makes keys, fills in the demo world if there is none, and serves until it is
 * stopped.
 */
import { relative } from 'node:path'
import { ensureDevVars } from './dev-vars.ts'
import { freePort, Stop } from './free-port.ts'
import { buildWhenStale } from './fresh-build.ts'
import { startLocalServer } from './local-server.ts'
import { localVariables } from './local-variables.ts'
import { tickEachMinute } from './minute-ticks.ts'
import { prepareDatabases } from './prepare-databases.ts'
import { welcome } from './start-words.ts'
import { lockState, stateDir } from './state-lock.ts'
import { untilStopped } from './until-stopped.ts'

async function build(): Promise<void> {
  try {
    await buildWhenStale()
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

/**
 * Builds while the demo is filled in: neither needs the other, and each keeps one core busy. Ends
 * when both have, so that nothing goes on behind somebody who was told of an error.
 */
async function buildAndPrepare(directory: string): Promise<void> {
  const both = await Promise.allSettled([build(), prepareDatabases(directory)])
  for (const one of both) if (one.status === 'rejected') throw one.reason
}

async function start(): Promise<void> {
  const stopped = untilStopped()
  const directory = stateDir()
  const port = await freePort(process.env.PORT || '8787')
  if (!lockState(directory)) {
    throw new Stop(`Another server works with ${directory}. Stop it or choose another STATE_DIR.`)
  }
  const variables = localVariables(port, ensureDevVars())
  console.log('Building …')
  await buildAndPrepare(directory)
  const { url, miniflare } = await startLocalServer({
    port,
    stateDir: directory,
    variables,
  })
  const worker = await miniflare.getWorker()
  const stopTicking = tickEachMinute(() =>
    worker.scheduled({ cron: '* * * * *', scheduledTime: new Date() }),
  )
  console.log(welcome(url, relative(process.cwd(), directory) || directory))
  await stopped
  stopTicking()
  await miniflare.dispose()
}

try {
  await start()
  process.exit(0)
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exit(1)
}
