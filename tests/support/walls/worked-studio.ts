/**
 * Northside on the built Worker, with a record at least of every kind that a page makes: the demo
 * as people at work would go on, at a set moment, and an account of each role.
 */
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { setFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import {
  databaseEnv,
  type LocalDatabases,
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
  const stripe = await startStripe()
  const { url: origin, miniflare } = await startLocalServer({
    ...options,
    copyOf: await demoState(),
    variables: {
      ...{ ...testSecrets, DEV_TOOLS: 'true', LIMIT_SCALE: '500' },
      ...stripeVariables(stripe),
      ...options.variables,
    },
  })
  const env = await databaseEnv(miniflare)
  const stop = async () => {
    await miniflare.dispose()
    await stripe.close()
  }
  // What people pay while the studio is worked is told by webhooks too; afterwards nothing comes by itself.
  stripe.webhookUrl = `${origin}/webhooks/stripe`
  const worked = await workStudio(origin, env, stripe)
  stripe.webhookUrl = null
  return { ...worked, stop }
}

/** The same on a server and its empty databases. */
async function workStudio(
  origin: string,
  env: LocalDatabases & { MEDIA: R2Bucket },
  stripe: StripeStandIn,
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
  await addEveryKind({ ask, own, env, origin, today, sessions, stripe })
  return { origin, env, own, sessions, today, ask }
}

/** The one row of a statement; throws where there is none. */
export async function one(database: D1Database, query: string): Promise<Record<string, string>> {
  const row = await database.prepare(query).first<Record<string, string>>()
  if (!row) throw new Error(`Nothing answers ${query}`)
  return row
}
