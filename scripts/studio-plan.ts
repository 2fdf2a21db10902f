/**
 * `npm run studio-plan -- …`: what the people who run an installation do about what studios pay
 * (docs/operations.md). Asks the running server, with the service key.
 */
import { parseArgs } from 'node:util'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { readConfiguration } from '../app/domain/identity/configuration.server.ts'
import { ensureDevVars } from './dev-vars.ts'

const usage = `npm run studio-plan -- show northside
npm run studio-plan -- start northside [--plan studio] [--days 30] --by "Your name"
npm run studio-plan -- paid northside --amount 69.00 --reference "Bank 4711" --by "Your name"
    [--on 2026-11-26] [--method bank|card|other] [--months 1]

SITE_URL says where (http://127.0.0.1:8787); SERVICE_KEY is needed anywhere but here.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    plan: { type: 'string' },
    days: { type: 'string' },
    by: { type: 'string' },
    amount: { type: 'string' },
    reference: { type: 'string' },
    on: { type: 'string' },
    method: { type: 'string' },
    months: { type: 'string' },
  },
})
const [act, slug] = positionals
const origin = (process.env.SITE_URL || `http://127.0.0.1:${process.env.PORT || 8787}`).replace(
  /\/+$/,
  '',
)
const key =
  process.env.SERVICE_KEY ||
  (await signProjectKey(readConfiguration(ensureDevVars()), 'service_role'))

async function ask(path: string, body?: object): Promise<boolean> {
  const answer = await fetch(`${origin}/admin/studio-plans/${encodeURIComponent(slug!)}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  console.log(JSON.stringify(await answer.json(), null, 2))
  return answer.ok
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const acts: Record<string, () => Promise<boolean>> = {
  show: () => ask(''),
  start: () => ask('', { plan: values.plan, days: number(values.days), by: values.by }),
  paid: () =>
    ask('/payments', {
      // Each currency of the price table has two digits.
      amount_minor: Math.round(Number(values.amount) * 100),
      reference: values.reference,
      by: values.by,
      paid_on: values.on ?? new Date().toISOString().slice(0, 10),
      method: values.method,
      months: number(values.months),
    }),
}

const carryOut = slug ? acts[act ?? ''] : undefined
if (!carryOut) {
  console.error(usage)
  process.exit(1)
}
process.exit((await carryOut()) ? 0 : 1)
