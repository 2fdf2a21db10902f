import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { withLeanFramework } from './lean-framework.ts'

type Handler = (request: Request, context: object) => Promise<Response>
type Framework = { createRequestHandler(build: object, mode: string): Handler }

async function load(lean: boolean): Promise<Framework> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { createRequestHandler } from '@remix-run/server-runtime'`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node' },
    mainFields: ['module', 'main'],
    banner: { js: 'const require = () => ({})' },
    plugins: [
      {
        name: 'lean',
        setup: ({ onLoad }) =>
          onLoad({ filter: /@remix-run\/server-runtime\/dist\/esm\/[\w.]+$/ }, async ({ path }) => {
            const code = await readFile(path, 'utf8')
            return {
              contents: lean ? withLeanFramework(path.split('/').at(-1) ?? '', code).code : code,
            }
          }),
      },
    ],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Framework
}

type Args = { request: Request; params: object }
const seen = async ({ request, params }: Args) => ({
  ...{ method: request.method, url: request.url, params, body: await request.text() },
  header: request.headers.get('X-Own'),
  nothing: undefined,
})

const routes = {
  root: { id: 'root', path: '', module: { default: () => null, loader: seen } },
  page: { id: 'page', parentId: 'root', path: 'page/:id', module: page({}) },
  direct: { id: 'direct', parentId: 'root', path: 'direct/:id', module: page({ direct: true }) },
  file: { id: 'file', parentId: 'root', path: 'file', module: { loader: seen, action: seen } },
}

function page(handle: object) {
  return { default: () => null, handle, loader: seen, action: seen }
}

type Page = {
  staticHandlerContext: { loaderData: object; actionData: object | null; statusCode: number }
  serverHandoffString: string
  routeModules: object
}

/** What a page is given: its data as JSON, and the text that its scripts would write. */
const drawn = (_: Request, status: number, __: Headers, given: Page) =>
  Response.json({
    status,
    data: given.staticHandlerContext.loaderData,
    acted: given.staticHandlerContext.actionData,
    text: `${given.serverHandoffString}`,
    modules: Object.keys(given.routeModules),
  })

let own: Handler
let theirs: Handler

beforeAll(async () => {
  const app = {
    ...{ routes, future: {}, assets: { routes: {}, version: '1' }, basename: '/' },
    entry: { module: { default: drawn, handleError: () => undefined } },
  }
  ;[own, theirs] = (await Promise.all([load(true), load(false)])).map(({ createRequestHandler }) =>
    createRequestHandler(app, 'production'),
  ) as [Handler, Handler]
})

const addresses = ['/page/1', '/direct/1', '/file', '/nowhere'].flatMap((path) =>
  ['', '?q=a+b', '?index', '?index=2&q=1', '?_data=root', '?_data=direct', '?q=1&_data=page'].map(
    (query) => `http://localhost${path}${query}`,
  ),
)

test('every address answers as the framework itself answers it', async () => {
  for (const address of addresses)
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answers = [own, theirs].map(async (handler) => {
        const body = method === 'POST' ? 'a=1' : null
        const answer = await handler(
          new Request(address, { method, body, headers: { 'X-Own': 'yes' } }),
          {},
        )
        return [answer.status, [...answer.headers], await answer.text()]
      })
      expect([address, method, await answers[0]]).toEqual([address, method, await answers[1]])
    }
})

test('a module that an upgrade has changed fails the build', () => {
  expect(() => withLeanFramework('data.js', 'other')).toThrow('The framework has changed')
})
