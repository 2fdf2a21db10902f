/**
 * What the people who run an installation do, with the service key: what studios pay for their plan
 * (`npm run studio-plan` asks here), and mail of accounts that never went out (docs/operations.md).
 */
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import {
  failedAccountMail,
  retryAccountMail,
} from '#app/domain/messaging/failed-account-mail.server.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { trialDays } from '#app/domain/studios/own-plan/plan-days.ts'
import { firstPlan, ownPlanKeys } from '#app/domain/studios/own-plan/plan-prices.ts'
import { findOwnPlan } from '#app/domain/studios/own-plan/plan-queries.server.ts'
import { recordPlanPayment } from '#app/domain/studios/own-plan/record-plan-payment.server.ts'
import { startPlan } from '#app/domain/studios/own-plan/start-plan.server.ts'
import { findStudioBySlug } from '#app/domain/studios/studio-queries.server.ts'
import { isLocalDate } from '#app/values/zone.ts'
import { apiCaller } from '#functions/edge/api-caller.ts'
import type { ServerEnv } from '#functions/server-env.ts'

const by = z.string().trim().min(1).max(80)

const StartParams = z.object({
  plan: z.enum(ownPlanKeys).default(firstPlan),
  days: z.int().min(1).max(365).default(trialDays),
  by,
})

const PaymentParams = z.object({
  reference: z.string().trim().min(1).max(80),
  method: z.enum(['bank', 'card', 'other']).default('bank'),
  amount_minor: z.int().min(1).max(100_000_000),
  paid_on: z.string().refine(isLocalDate),
  months: z.int().min(1).max(24).default(1),
  by,
})

export const operator = new Hono<ServerEnv>()
  .use(async (c, next) => {
    const who = await apiCaller(c.var.app)
    if (!who.ok) return c.json({ error: 'Bring the service key as a bearer token.' }, 401)
    if (who.caller.kind !== 'service') return c.json({ error: 'The service key may do this.' }, 403)
    return next()
  })
  .get('/studio-plans/:slug', async (c) => {
    const studio = await studioOf(c)
    if (!studio) return noStudio(c)
    return c.json(await findOwnPlan(c.var.app.directory, studio.id))
  })
  .post('/studio-plans/:slug', async (c) => {
    const studio = await studioOf(c)
    if (!studio) return noStudio(c)
    const params = StartParams.safeParse(await bodyOf(c))
    if (!params.success) return invalid(c, params.error)
    const result = await startPlan(await directoryContext(c), studio, params.data)
    return c.json(result, result.started ? 201 : 200)
  })
  .post('/studio-plans/:slug/payments', async (c) => {
    const studio = await studioOf(c)
    if (!studio) return noStudio(c)
    const params = PaymentParams.safeParse(await bodyOf(c))
    if (!params.success) return invalid(c, params.error)
    const { amount_minor: amountMinor, paid_on: paidOn, ...payment } = params.data
    const result = await recordPlanPayment(await directoryContext(c), studio, {
      ...payment,
      amountMinor,
      paidOn,
    })
    return result.ok ? c.json(result) : c.json(result, 409)
  })
  .get('/failed-mail', async (c) =>
    c.json({ messages: await failedAccountMail(c.var.app.directory) }),
  )
  .post('/failed-mail/:id', async (c) => {
    const { directory, nowMs } = c.var.app
    const result = await retryAccountMail(directory, c.req.param('id'), nowMs)
    if (result.ok) return c.json(result)
    return result.reason === 'not_found'
      ? c.json({ error: 'There is no such message.' }, 404)
      : c.json({ error: 'It held a link or a code that is over. They ask for a new one.' }, 409)
  })
  .all('*', (c) => c.json({ error: 'There is no such thing.' }, 404))

const studioOf = (c: Context<ServerEnv>): Promise<Studio | null> =>
  findStudioBySlug(c.var.app.directory, c.req.param('slug') ?? '')

const bodyOf = (c: Context<ServerEnv>): Promise<unknown> => c.req.json().catch(() => null)

async function directoryContext(c: Context<ServerEnv>) {
  const { now } = await c.var.app.loadVisitor()
  return { directory: c.var.app.directory, now }
}

const noStudio = (c: Context<ServerEnv>) => c.json({ error: 'There is no such studio.' }, 404)

const invalid = (c: Context<ServerEnv>, { issues }: z.ZodError) =>
  c.json({ error: issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }, 422)
