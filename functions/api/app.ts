/** What other programs read of a studio with its key: `/api/v1` (decision 137). Reads alone. */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { openWithKey, readKey } from '#app/domain/api/api-keys.server.ts'
import { type ApiScope, apiScopes } from '#app/domain/api/api-scopes.ts'
import { openApi } from '#app/domain/api/open-api.server.ts'
import { readApiPage, readApiRecord } from '#app/domain/api/read-api.server.ts'
import { limitScale } from '#app/domain/identity/variables.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { jobContext } from '#functions/jobs/job.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { contextOf } from '#functions/webhooks/signed-body.ts'

class ApiError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export const api = new Hono<ServerEnv>()
  .get('/openapi.json', (c) => c.json(openApi(c.var.app.origin)))
  .get('/:resource', async (c) => {
    const { ctx, resource } = await asked(c)
    const page = await readApiPage(ctx, resource, c.var.app.url.searchParams)
    if ('refused' in page) throw new ApiError(422, 'bad_parameter', page.refused)
    return c.json(page)
  })
  .get('/:resource/:id', async (c) => {
    const { ctx, resource } = await asked(c)
    const record = await readApiRecord(ctx, resource, c.req.param('id'))
    if (!record) throw new ApiError(404, 'not_found', 'There is none of that id.')
    return c.json(record)
  })
  .all('*', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') throw noResource()
    throw new ApiError(405, 'read_only', 'This API reads alone: ask with GET.', {
      Allow: 'GET, HEAD',
    })
  })

api.onError((error, c) => {
  const known = error instanceof ApiError
  if (!known) console.error(error)
  const answer = known
    ? error
    : new ApiError(500, 'unexpected', `Unexpected failure (${c.var.app.requestId}).`)
  for (const [name, value] of Object.entries(answer.headers)) c.header(name, value)
  return c.json({ error: { code: answer.code, message: answer.message } }, answer.status)
})

const noResource = () =>
  new ApiError(404, 'no_resource', `There is no such resource. There are: ${apiScopes.join(', ')}.`)

/** The studio of the key and the resource that is asked for; refuses what the key doesn't open. */
async function asked(c: Context<ServerEnv>): Promise<{ ctx: StudioContext; resource: ApiScope }> {
  const opened = await openedBy(c)
  const resource = apiScopes.find((scope) => scope === c.req.param('resource'))
  if (!resource) throw noResource()
  if (!opened.scopes.includes(resource))
    throw new ApiError(403, 'not_in_scope', `This key may not read ${resource}.`)
  return { ctx: opened.ctx, resource }
}

async function openedBy(
  c: Context<ServerEnv>,
): Promise<{ ctx: StudioContext; scopes: ApiScope[] }> {
  const [, sent] = /^bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  if (!sent)
    throw new ApiError(401, 'no_key', 'Send the key: Authorization: Bearer cad_…', {
      'WWW-Authenticate': 'Bearer',
    })
  const key = readKey(sent)
  if (key) {
    await requireRate(c, `api ${key.id}`)
    const ctx = await contextOf(await jobContext(c.env, c.var.app.meter), key.studioId)
    const opened = ctx && (await openWithKey(ctx, key))
    if (ctx && opened) return { ctx, scopes: opened.scopes }
  }
  // Guesses are counted by where they come from.
  if (!(await identityContext(c.var.app).addressMay('api guesses'))) throw tooMany()
  throw new ApiError(401, 'unknown_key', 'There is no such key, or it has ended.', {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  })
}

const tooMany = () =>
  new ApiError(429, 'too_many', 'Too many requests. Ask again in a minute.', {
    'Retry-After': '60',
  })

async function requireRate({ env }: Context<ServerEnv>, what: string): Promise<void> {
  const share = Math.floor(Math.random() * limitScale(env))
  const { success } = await env.ADDRESS_LIMIT.limit({ key: `${what} ${share}` })
  if (!success) throw tooMany()
}
