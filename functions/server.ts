import * as build from 'virtual:remix/server-build'
import { createRequestHandler } from '@remix-run/cloudflare'
import { Hono } from 'hono'
import { arrive } from '#app/http/arrive.server.ts'
import type { Env } from '#app/http/environment.ts'
import { createRequestContext, type RequestContext } from '#app/http/request-context.server.ts'

export type ServerEnv = { Bindings: Env; Variables: { app: RequestContext } }

const renderPage = createRequestHandler(build, 'production')

const server = new Hono<ServerEnv>()

server.use(async (c, next) => {
  c.set('app', createRequestContext(c.req.raw, c.env, c.executionCtx, arrive))
  await next()
  for (const cookie of c.var.app.setCookies) c.header('Set-Cookie', cookie, { append: true })
})

server.get('/assets/*', (c) => c.env.ASSETS.fetch(c.req.raw))

server.all('*', async (c) => renderPage(c.req.raw, { app: c.var.app }))

export default { fetch: server.fetch } satisfies ExportedHandler<Env>
