import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Plugin } from 'vite'

/** Answers a request as the Worker's `fetch` does. */
export type Door = (request: Request) => Promise<Response>

/** What reloads the page; pages that carry no script of ours get it, too. */
const reloader = '<script type="module" src="/@vite/client"></script>'

/**
 * Answers with functions/server.ts as it lies there, in this process: Vite runs it anew after a
 * change and tells the open pages to load again. `doorOf` makes a door of the loaded module.
 */
export function devServer(doorOf: (worker: object) => Door): Plugin {
  let reload: ReturnType<typeof setTimeout> | undefined
  return {
    name: 'cadence:dev-server',
    enforce: 'pre',
    apply: 'serve',
    configureServer(server) {
      // Behind Vite's own files, before Remix's answer to everything else.
      return () => {
        server.middlewares.use(async (incoming, outgoing, next) => {
          try {
            const worker = await server.ssrLoadModule('/functions/server.ts')
            const answer = await doorOf(worker)(requestOf(incoming))
            await send(await withReloader(answer), outgoing)
          } catch (error) {
            if (error instanceof Error) server.ssrFixStacktrace(error)
            next(error)
          }
        })
      }
    },
    // Whole pages: what changed may be a rule, a statement or a page that no browser has a module of.
    handleHotUpdate({ modules, server }) {
      if (modules.length === 0) return
      clearTimeout(reload)
      reload = setTimeout(() => server.ws.send({ type: 'full-reload' }), 20)
    },
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', headers } = incoming
  const { originalUrl = incoming.url ?? '/' } = incoming as { originalUrl?: string }
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const bodied = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(originalUrl, `http://${headers.host}`), {
    method,
    headers: pairs,
    ...(bodied ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit)
}

/** The page with the reloader, and a policy that lets it in. */
async function withReloader(answer: Response): Promise<Response> {
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return answer
  const markup = await answer.text()
  const page = new Response(markup.replace('</body>', `${reloader}</body>`), answer)
  const policy = (page.headers.get('Content-Security-Policy') ?? '')
    .replace("script-src 'none'", "script-src 'self'")
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace(/; connect-src [^;]*|$/, "; connect-src 'self' ws:")
  page.headers.set('Content-Security-Policy', policy)
  page.headers.delete('Content-Length')
  return page
}

async function send(answer: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = answer.status
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies)
  if (!answer.body) return void outgoing.end()
  for await (const part of Readable.fromWeb(answer.body as NodeStream)) outgoing.write(part)
  outgoing.end()
}
