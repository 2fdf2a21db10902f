/** Doors for other sites and services. What comes in here is nobody's session. */
import type { AppLoadContext } from '@remix-run/cloudflare'
import { type Context, Hono } from 'hono'
import { formOfAddress, submissionBytes } from '#app/domain/leads/capture/form-definition.ts'
import { findStudioById } from '#app/domain/studios/find-studio-by-id.server.ts'
import { readBody } from '#app/http/form.server.ts'
import { loadVisitor } from '#app/http/load-visitor.server.ts'
import { createRequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { doorWebhook } from './door.ts'
import { messagesIn } from './messages-in.ts'
import { stripeWebhook } from './stripe.ts'

type RenderPage = (request: Request, context: AppLoadContext) => Promise<Response>

/** What of the caller is handed on: no cookie, no bearer. */
const handedOn = ['Content-Type', 'Content-Length', 'CF-Connecting-IP', 'User-Agent', 'Accept']

/**
 * `POST /webhooks/leads/{form}`: a lead form on any site. It is answered by the form's own page, on
 * our origin, which is asked without a cookie: 303 to its thanks, or 422 with what was typed.
 */
export function webhooks(renderPage: RenderPage): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/leads/:form', async (c) => {
      const path = await formPath(c)
      return path ? c.redirect(path, 303) : notThere(c)
    })
    .post('/leads/:form', async (c) => {
      const path = await formPath(c)
      if (!path) return notThere(c)
      const headers = new Headers()
      for (const name of handedOn) {
        const value = c.req.header(name)
        if (value !== undefined) headers.set(name, value)
      }
      const page = c.req.header('Origin') ?? ''
      headers.set('X-Sent-From', page)
      // A longer one is refused before it is in memory.
      const body = await readBody(c.req.raw, submissionBytes).catch((refusal) => {
        if (refusal instanceof Response) return refusal
        throw refusal
      })
      if (body instanceof Response) return body
      const request = new Request(new URL(path, c.req.url), {
        method: 'POST',
        headers,
        body,
      })
      const app = createRequestContext(request, c.env, c.executionCtx, loadVisitor)
      return renderPage(request, { app })
    })
    .route('/stripe', stripeWebhook)
    .route('/doors', doorWebhook)
    .route('/', messagesIn)
    .all('*', notThere)
}

const notThere = (c: Context<ServerEnv>) => c.text('There is no such form.', 404)

/** The page of the form that an address names; null where there is none such. */
async function formPath(c: Context<ServerEnv>): Promise<string | null> {
  const ids = formOfAddress(c.req.param('form') ?? '')
  const studio = ids && (await findStudioById(c.var.app.directory, ids.studioId))
  return ids && studio ? paths.leadForm(studio, ids.formId) : null
}
