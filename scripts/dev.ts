/**
 * `npm run dev`: the sources as they lie there, by Vite in this process, over local D1 and R2. A
 * changed line is on the page at once; what runs is Node and not the Worker (docs/decisions/0035).
 */
import { join, relative } from 'node:path'
import { createServer } from 'vite'
import { ensureDevVars } from './dev-vars.ts'
import { buildFont } from './fonts/build-fonts.ts'
import { freePort, Stop } from './free-port.ts'
import { buildCatalogue } from './icons/build-catalogue.ts'
import { nodeImages } from './local-images.ts'
import { databaseEnv, gatewayEnv, root, startLocalDatabases } from './local-server.ts'
import { localVariables } from './local-variables.ts'
import { tickEachMinute } from './minute-ticks.ts'
import { nodeQueue } from './node-queue.ts'
import { prepareDatabases } from './prepare-databases.ts'
import { welcome } from './start-words.ts'
import { lockState, stateDir } from './state-lock.ts'
import { untilStopped } from './until-stopped.ts'
import { type Door, devServer } from './vite/dev-server.ts'

type Worker = {
  default: Required<Pick<ExportedHandler<object>, 'fetch' | 'scheduled' | 'queue'>>
}

/** What a request leaves to be done after its answer. */
const execution = {
  waitUntil: (work: Promise<unknown>) => void work.catch((error) => console.error(error)),
  passThroughOnException: () => undefined,
  props: {},
} as unknown as ExecutionContext

/** Nothing is kept: a page that was changed is never told from before. */
const noCache = {
  match: async () => undefined,
  put: async () => undefined,
  delete: async () => false,
}

/** Of the built files there are those the Worker reads; the others come from Vite. */
const assets = {
  fetch: async (input: string | Request) => {
    const url = String(input instanceof Request ? input.url : input)
    if (url.endsWith('/catalogue/icons.json')) return Response.json(buildCatalogue())
    const weight = /\/fonts\/document-(regular|bold)\.ttf$/.exec(url)?.[1]
    return weight === 'regular' || weight === 'bold'
      ? new Response(buildFont(weight))
      : new Response('There is no such file.', { status: 404 })
  },
}

async function dev(): Promise<void> {
  const stopped = untilStopped()
  const directory = stateDir()
  const port = await freePort(process.env.PORT || '8787')
  if (!lockState(directory))
    throw new Stop(`Another server works with ${directory}. Stop it or choose another STATE_DIR.`)
  const variables = localVariables(port, ensureDevVars())
  await prepareDatabases(directory)
  const databases = await startLocalDatabases({ stateDir: directory })
  const { MEDIA } = await databaseEnv(databases)
  const env = {
    ...gatewayEnv(databases),
    MEDIA,
    IMAGES: nodeImages(),
    ASSETS: assets,
    ADDRESS_LIMIT: { limit: async () => ({ success: true }) },
    ...variables,
  }
  Object.assign(globalThis, { caches: { default: noCache } })

  const doorOf =
    (worker: object): Door =>
    async (request) =>
      (await (worker as Worker).default.fetch(
        request as never,
        env,
        execution,
      )) as unknown as Response
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    plugins: [devServer(doorOf)],
    // Packages that browsers need beside those Remix names. One found later would give the open page
    // a second React and load it again, so none is looked for: what is not named is served as it is.
    optimizeDeps: {
      noDiscovery: true,
      include: [
        '@conform-to/dom',
        '@conform-to/react',
        '@conform-to/zod/v4',
        '@supabase/supabase-js',
        '@tanstack/react-query',
        'temporal-polyfill',
        ...['Calendar', 'Instant', 'PlainDate', 'PlainDateTime', 'ZonedDateTime'].map(
          (name) => `temporal-polyfill/fns/${name}`,
        ),
        'uqr',
        'zod',
      ],
    },
    server: { host: '127.0.0.1', port, strictPort: true },
  })
  await server.listen()
  // The first page loads every module of ours: before anyone waits for it.
  await fetch(`http://127.0.0.1:${port}/`)
  const stopTicking = tickEachMinute(async () => {
    const { default: worker } = (await server.ssrLoadModule('/functions/server.ts')) as Worker
    const JOBS = nodeQueue(async (batch) => worker.queue(batch, env, execution))
    const tick = { cron: '* * * * *', scheduledTime: Date.now(), noRetry: () => undefined }
    await worker.scheduled(tick, { ...env, JOBS }, execution)
  })
  console.log(welcome(`http://127.0.0.1:${port}`, relative(process.cwd(), directory) || directory))
  await stopped
  stopTicking()
  await server.close()
  await databases.dispose()
}

try {
  await dev()
  process.exit(0)
} catch (error) {
  console.error(error instanceof Stop ? error.message : error)
  process.exit(1)
}
