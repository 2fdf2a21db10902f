/**
 * Northside on the built Worker, with a record at least of every kind that a page makes: the demo
 * as people at work would go on, at a set moment, and an account of each role.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { setFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { kept } from '../../../scripts/demo/keep-world.ts'
import {
  databaseEnv,
  type LocalDatabases,
  type LocalServerOptions,
  root,
  startLocalServer,
} from '../../../scripts/local-server.ts'
import { mintSession, testSecrets } from '../accounts.ts'
import { demoNow } from '../demo-moment.ts'
import { demoState } from '../demo-state.ts'
import { type StripeStandIn, startStripe, stripeVariables } from '../stripe/stand-in.ts'
import { addEveryKind } from './every-kind.ts'

/** Who walks: one account of each role at Northside. */
const accounts: Record<Role, string> = {
  owner: 'owner@northside.test',
  manager: 'manager@northside.test',
  coach: 'coach@northside.test',
  front_desk: 'frontdesk@northside.test',
  member: 'ana@northside.test',
}

export type Answer = { status: number; location: string; html: string; headers: Headers }

export type WorkedStudio = {
  origin: string
  env: LocalDatabases
  /** Northside, and the person of the member who walks there. */
  own: { id: string; slug: string; memberId: string }
  sessions: Record<Role, { cookie: string; accessToken: string }>
  today: string
  ask(role: Role | null, path: string, body?: FormData | URLSearchParams | string): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts it; `script` is the text of another bundle than the one that was built, `before` that of a
 * module that stands before it.
 */
export async function workedStudio(
  options: { script?: string; before?: string; variables?: Record<string, string> } = {},
): Promise<WorkedStudio> {
  const copyOf = await workedState()
  const known = readFileSync(join(copyOf, stripeFile), 'utf8')
  const stripe = await startStripe(0, known)
  const { origin, env, stop } = await serve({ ...options, copyOf }, stripe)
  await env.STUDIOS_0.prepare('UPDATE payment_attempts SET page_url = replace(page_url, ?, ?)')
    .bind((JSON.parse(known) as { url: string }).url, stripe.url)
    .run()
  return { ...(await enter(origin, env)), stop }
}

/** Within the folder of a worked studio, what its stand-in for Stripe knew. */
const stripeFile = 'stripe.json'

/**
 * The folder with the databases and the bucket of the worked studio. Made by the first who asks, for
 * this Worker and this hour, after which codes and links in it could be over.
 */
async function workedState(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(join(root, 'build/worker/server.js')))
  for (const folder of ['walls', 'stripe'].map((name) => join(root, 'tests/support', name)))
    for (const name of readdirSync(folder)) hash.update(readFileSync(join(folder, name)))
  const hour = Math.floor(Date.now() / 3_600_000)
  return kept(`worked.${hash.digest('hex').slice(0, 16)}.${hour}`, demoNow, async (stateDir) => {
    const stripe = await startStripe()
    const { origin, env, stop } = await serve({ copyOf: await demoState(), stateDir }, stripe)
    // What people pay while the studio is worked is told by webhooks too; afterwards nothing comes on its own.
    stripe.webhookUrl = `${origin}/webhooks/stripe`
    const { own, today, sessions, ask } = await enter(origin, env)
    await addEveryKind({ ask, own, env, origin, today, sessions, stripe })
    writeFileSync(join(stateDir, stripeFile), stripe.kept())
    await stop()
  })
}

async function serve(
  { variables, ...settings }: LocalServerOptions,
  stripe: StripeStandIn,
): Promise<{
  origin: string
  env: LocalDatabases & { MEDIA: R2Bucket }
  stop(): Promise<void>
}> {
  const { url: origin, miniflare } = await startLocalServer({
    ...settings,
    variables: {
      ...testSecrets,
      DEV_TOOLS: 'true',
      LIMIT_SCALE: '500',
      ...stripeVariables(stripe),
      ...variables,
    },
  })
  const stop = async () => {
    await miniflare.dispose()
    await stripe.close()
  }
  return { origin, env: await databaseEnv(miniflare), stop }
}

/** An account of each role signs in at Northside. */
async function enter(
  origin: string,
  env: LocalDatabases & { MEDIA: R2Bucket },
): Promise<Omit<WorkedStudio, 'stop'>> {
  const meter = new Meter()
  const directory = directoryDb(env, meter)
  const databases = {
    env,
    meter,
    directory,
    shard: (n: number) => studioDb(env, { shard: n }, meter),
  }
  await setFrozenClock(directory, demoNow)
  const studio = await one(env.DIRECTORY, "SELECT id, slug FROM studios WHERE slug = 'northside'")
  const member = await one(
    env.STUDIOS_0,
    `SELECT id FROM people WHERE studio_id = '${studio.id}' AND email = '${accounts.member}'`,
  )
  const sessions = {} as WorkedStudio['sessions']
  for (const [role, email] of Object.entries(accounts)) {
    const { id } = await one(env.DIRECTORY, `SELECT id FROM auth_users WHERE email = '${email}'`)
    sessions[role as Role] = await mintSession(databases, { userId: id as string })
  }
  const ask: WorkedStudio['ask'] = async (role, path, body) => {
    const answer = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        ...(role ? { Cookie: sessions[role].cookie } : {}),
        ...(body ? { Origin: origin } : {}),
      },
      ...(body ? { body } : {}),
    })
    return {
      status: answer.status,
      location: answer.headers.get('Location') ?? '',
      html: await answer.text(),
      headers: answer.headers,
    }
  }
  const own = { id: studio.id as string, slug: 'northside', memberId: member.id as string }
  const today = demoNow.slice(0, 10)
  return { origin, env, own, sessions, today, ask }
}

/** The one row of a statement; throws where there is none. */
export async function one(database: D1Database, query: string): Promise<Record<string, string>> {
  const row = await database.prepare(query).first<Record<string, string>>()
  if (!row) throw new Error(`Nothing answers ${query}`)
  return row
}
