import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { verifyToken } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { type ReadTableResult, readTable } from '#app/domain/reads/read-table.server.ts'
import { identityContext } from '#app/http/identity-context.server.ts'
import { apiCaller } from '#functions/edge/api-caller.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { badToken, RestError } from './errors.ts'

const objectType = 'application/vnd.pgrst.object+json'

/** GET and HEAD /{table}: rows, or with the object media type the one row. */
export const read = new Hono<ServerEnv>().get('/:table', async (c) => {
  const { app } = c.var
  const who = await requireCaller(c)
  requirePublicSchema(c)
  const single = wantsObject(c)
  const count = /\bcount=(?:exact|planned|estimated)\b/.test(c.req.header('Prefer') ?? '')
  const result = await readTable(app, who, {
    table: c.req.param('table'),
    search: app.url.searchParams,
    count,
  })
  if (!result.ok) throw refusalOf(result)
  const { rows, offset, total } = result
  if (total !== null && offset > 0 && offset >= total) {
    throw new RestError(
      416,
      'PGRST103',
      'Requested range not satisfiable',
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
    )
  }
  if (single && rows.length !== 1) {
    const details = `The result contains ${rows.length} rows`
    throw new RestError(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      details,
    )
  }
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`
  const partial = total !== null && rows.length < total
  return c.body(JSON.stringify(single ? rows[0] : rows), partial ? 206 : 200, {
    'Content-Type': `${single ? objectType : 'application/json'}; charset=utf-8`,
    'Content-Range': `${range}/${total ?? '*'}`,
    'Content-Profile': 'public',
  })
})

type Caller = Extract<Awaited<ReturnType<typeof apiCaller>>, { ok: true }>

/**
 * The project's key is asked of everyone; without a token of its own the key says who is calling.
 */
async function requireCaller(c: Context<ServerEnv>): Promise<Caller> {
  const { app } = c.var
  const key = c.req.header('apikey')
  if (!key) throw badToken('PGRST302', 'No API key found in request')
  const checked = await verifyToken(identityContext(app).configuration, key, app.nowMs)
  const { role } = checked.ok ? checked.claims : { role: '' }
  if (role !== 'anon' && role !== 'service_role') throw badToken('PGRST301', 'Invalid API key')
  if (!c.req.header('Authorization')) {
    return { ok: true, caller: { kind: role === 'anon' ? 'anon' : 'service' }, session: null }
  }
  const asked = await apiCaller(app)
  if (asked.ok) return asked
  throw asked.reason === 'expired'
    ? badToken('PGRST303', 'JWT expired')
    : badToken('PGRST301', 'JWSError JWSInvalidSignature')
}

function requirePublicSchema(c: Context<ServerEnv>): void {
  const profile = c.req.header('Accept-Profile')
  if (profile && profile !== 'public') {
    throw new RestError(406, 'PGRST106', 'The schema must be one of the following: public')
  }
}

/** Whether the one row is wanted as it is; refuses types we do not write. */
function wantsObject(c: Context<ServerEnv>): boolean {
  const accepted = (c.req.header('Accept') ?? '*/*')
    .split(',')
    .map((part) => (part.split(';')[0] ?? '').trim().toLowerCase())
  if (accepted.includes(objectType)) return true
  const known = ['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json', '']
  if (accepted.some((type) => known.includes(type))) return false
  throw new RestError(
    406,
    'PGRST107',
    'None of these media types are available',
    accepted.join(', ').slice(0, 200),
  )
}

function refusalOf(result: Extract<ReadTableResult, { ok: false }>): RestError {
  if (result.reason === 'unknown_caller') return badToken('PGRST301', 'JWT revoked')
  if (result.reason === 'insufficient_aal') {
    const message = 'AAL2 session is required: the account has a second factor'
    return new RestError(403, 'insufficient_aal', message)
  }
  const { status, code, message, details, hint } = result.refusal
  return new RestError(status as ContentfulStatusCode, code, message, details, {}, hint)
}
