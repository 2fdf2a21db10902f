/** `npm start`: builds, makes keys, fills in the demo world if there is none, and serves until it is stopped. */
import { createServer } from 'node:net'
import { relative } from 'node:path'
import { fillDemoWorld, isEmpty } from './demo/fill-world.ts'
import { ensureDevVars } from './dev-vars.ts'
import { buildWhenStale } from './fresh-build.ts'
import { databaseEnv, startLocalDatabases, startLocalServer } from './local-server.ts'
import { welcome } from './start-words.ts'
import { lockState, stateDir } from './state-lock.ts'
import { untilStopped } from './until-stopped.ts'

/** Variables of the environment that go into the Worker, over `.dev.vars` and what start sets. */
const ours =
  /^(MAIL_|SMTP_|AUTH_|LIMIT_SCALE$|SITE_URL$|DEV_TOOLS$|JWT_KEYS$|JWT_SECRET$|COOKIE_SECRET$)/

const minuteMs = 60_000

class Stop extends Error {}

/** The port asked for, once nobody else has it; 0 finds a free one. */
async function freePort(wanted: string): Promise<number> {
  const port = Number(wanted)
  if (!/^\d{1,5}$/.test(wanted) || port > 65_535)
    throw new Stop(`PORT must be a number up to 65535, not ${wanted}.`)
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new Stop(
          `Port ${port} ${code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`}. Stop what uses it or choose another: PORT=${port + 1} npm start`,
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })
}

function build(): void {
  try {
    buildWhenStale()
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

/** Applies migrations and fills empty databases, before anybody is served. */
async function prepareDatabases(directory: string): Promise<void> {
  const databases = await startLocalDatabases({ stateDir: directory })
  try {
    const env = await databaseEnv(databases)
    if (!(await isEmpty(env))) return
    console.log('Filling in the demo studios …')
    await fillDemoWorld(env, Date.now())
  } finally {
    await databases.dispose()
  }
}

function variables(port: number): Record<string, string> {
  const given = Object.entries(process.env).filter(
    ([name, value]) => ours.test(name) && value !== undefined,
  )
  return {
    DEV_TOOLS: 'true',
    LIMIT_SCALE: '50',
    SITE_URL: `http://127.0.0.1:${port}`,
    ...ensureDevVars(),
    ...(Object.fromEntries(given) as Record<string, string>),
  }
}

/** Runs the cron of each minute, as the platform does; a tick that takes longer than a minute is not doubled. */
function tickEachMinute(tick: () => Promise<unknown>): () => void {
  let running = false
  const run = async () => {
    if (running) return
    running = true
    try {
      await tick()
    } catch (error) {
      console.error('The jobs of this minute failed', error)
    } finally {
      running = false
    }
  }
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    timer = setTimeout(
      () => {
        void run()
        next()
      },
      minuteMs - (Date.now() % minuteMs),
    )
  }
  next()
  return () => clearTimeout(timer)
}

async function start(): Promise<void> {
  const stopped = untilStopped()
  const directory = stateDir()
  const port = await freePort(process.env.PORT || '8787')
  if (!lockState(directory)) {
    throw new Stop(`Another server works with ${directory}. Stop it or choose another STATE_DIR.`)
  }
  console.log('Building …')
  build()
  await prepareDatabases(directory)
  const { url, miniflare } = await startLocalServer({
    port,
    stateDir: directory,
    variables: variables(port),
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
