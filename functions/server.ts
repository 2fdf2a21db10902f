/** The front of the Worker: one request context, four guards, then the edges. */

import * as build from 'virtual:remix/server-build'
import { Hono } from 'hono'
import { LinearRouter } from 'hono/router/linear-router'
import type { Env } from '#app/http/environment.ts'
import { loadVisitor } from '#app/http/load-visitor.server.ts'
import { noteMissingSoon } from '#app/http/note-missing.server.ts'
import { createRequestContext } from '#app/http/request-context.server.ts'
import { api } from './api/app.ts'
import { auth } from './auth/app.ts'
import { dev } from './dev/app.ts'
import { atAuthPath } from './edge/auth-path.ts'
import { brokenWords } from './edge/broken-answer.ts'
import { originCheck } from './edge/origin-check.ts'
import { canonicalRequest, pageCache } from './edge/page-cache.ts'
import { pagesOf } from './edge/pages.ts'
import { requestShape } from './edge/request-shape.ts'
import { securityHeaders } from './edge/security-headers.ts'
import { serverTiming } from './edge/server-timing.ts'
import { serviceWorker } from './edge/service-worker.ts'
import { requireSiteAddress } from './edge/site-address.ts'
import { unreadBody } from './edge/unread-body.ts'
import type { JobMessage } from './jobs/messages.ts'
import { queue, scheduled } from './jobs/scheduled.ts'
import { operator } from './operator/app.ts'
import { rest } from './rest/app.ts'
import type { ServerEnv } from './server-env.ts'
import { storage } from './storage/app.ts'
import { webhooks } from './webhooks/app.ts'
import { email } from './webhooks/email.ts'

const renderPage = pagesOf(build)

/**
 * Guards, then `services`, then the pages: what no service takes is a page, if only to say that
 * there is none.
 */
function front(server: Hono<ServerEnv>, services?: (server: Hono<ServerEnv>) => void) {
  server.use(securityHeaders)
  server.use(unreadBody)
  server.use(async (c, next) => {
    c.req.raw = canonicalRequest(c.req.raw)
    c.set('app', createRequestContext(c.req.raw, c.env, c.executionCtx, loadVisitor))
    await next()
  })
  server.use(serverTiming)
  server.use(requestShape)
  server.use(originCheck)

  if (services) services(server)
  else server.use(requireSiteAddress)

  server.get('*', pageCache(build.assets.version))
  server.all('*', async (c) => {
    const page = await renderPage(c.req.raw, { app: c.var.app })
    noteMissingSoon(c.var.app, page.status)
    const answer = new Response(page.body, page)
    for (const cookie of c.var.app.setCookies) answer.headers.append('Set-Cookie', cookie)
    return answer
  })

  server.onError((error, c) => {
    console.error(error)
    return c.text(brokenWords, 500)
  })
  return server
}

/** Where the services lie. Hono reads paths decoded, so one with a `%` may be any of theirs. */
const ofServices = /^\/(?:assets|sw\.js|api|dev|auth|storage|rest|webhooks|admin)\b|%/

const everything = front(new Hono<ServerEnv>(), (server) => {
  // Built files carry a hash in their name.
  server.get('/assets/*', async (c) => {
    const file = await c.env.ASSETS.fetch(c.req.raw)
    if (file.status !== 200) return c.text('There is no such file.', 404)
    return new Response(file.body, {
      headers: {
        'Content-Type': file.headers.get('Content-Type') ?? '',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  })
  server.get('/sw.js', serviceWorker)

  // Development tools answer as if there were none; nothing else is served without an address.
  server.route('/dev', dev)
  server.use(requireSiteAddress)

  server.route('/auth/v1', auth)
  server.route('/storage/v1', storage)
  server.route('/rest/v1', rest)
  server.route('/api/v1', api)
  server.route('/webhooks', webhooks(renderPage))
  server.route('/admin', operator)
})

/** Pages alone: looking through the services for each of them took a twentieth of a page. */
const pages = front(new Hono<ServerEnv>({ router: new LinearRouter() }))

export default {
  fetch: (received, env, execution) => {
    const request = atAuthPath(received, env)
    const server = ofServices.test(new URL(request.url).pathname) ? everything : pages
    return server.fetch(request, env, execution)
  },
  scheduled,
  queue,
  email,
} satisfies ExportedHandler<Env, JobMessage>
