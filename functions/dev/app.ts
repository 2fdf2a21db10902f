/**
 * Development tools (contract 5). They exist only where DEV_TOOLS=true; a deployment answers 404 to
 * all of them.
 */
import { Hono } from 'hono'
import * as z from 'zod'
import {
  listNewestMessages,
  type OutboxMessage,
} from '#app/domain/messaging/outbox-queries.server.ts'
import { findFrozenClock, setFrozenClock } from '#app/domain/studios/business-clock.server.ts'
import { contentSecurityPolicy } from '#app/http/content-security-policy.server.ts'
import { paths } from '#app/paths.ts'
import { parseInstant } from '#app/values/instant.ts'
import { clockEpochKey } from '#functions/edge/page-cache.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { jobContext } from '../jobs/job.ts'
import { findJob, jobs } from '../jobs/registry.ts'
import { runJob } from '../jobs/work-on.ts'
import { outboxPage, outboxStyles } from './outbox-page.ts'

/** So many messages of each database, newest first. */
const messagesShown = 500

const ClockChange = z.strictObject({ now: z.string().nullable() })

export const dev = new Hono<ServerEnv>()

dev.use(async (c, next) => {
  if (!c.var.app.devTools) return c.text('There is no such page.', 404)
  // Scripts send no Origin; a page of another site does, and must not move the clock of someone who
  // reads it.
  const origin = c.req.header('Origin')
  if (origin && origin !== new URL(c.req.url).origin)
    return c.json({ error: 'Not from another site.' }, 403)
  await next()
})

dev.get('/outbox.json', async (c) => {
  const messages = await newestMessages(c.env)
  return c.json(
    messages.map(({ createdAtMs, ...message }) => ({
      ...message,
      created_at: new Date(createdAtMs).toISOString(),
    })),
  )
})

dev.get('/outbox', async (c) => {
  const markup = await outboxPage(await newestMessages(c.env))
  c.header(
    'Content-Security-Policy',
    await contentSecurityPolicy({ styles: [outboxStyles], scripts: null }),
  )
  return c.html(markup)
})

dev.get('/clock', async (c) => c.json({ now: await findFrozenClock(c.var.app.directory) }))

dev.post('/clock', async (c) => {
  const change = ClockChange.safeParse(await c.req.json().catch(() => undefined))
  const now = change.success && change.data.now !== null ? parseInstant(change.data.now) : null
  if (!change.success || (change.data.now !== null && now === null)) {
    return c.json(
      {
        error:
          'Send {"now": "2026-10-15T06:30:00Z"} to freeze the clock, or {"now": null} ' +
          'to let it run.',
      },
      400,
    )
  }
  await setFrozenClock(c.var.app.directory, now)
  // Public pages are cached by the clock's epoch: a page of another time must not be told.
  const epoch = new Response(crypto.randomUUID(), {
    headers: { 'Cache-Control': 'max-age=31536000' },
  })
  await (caches as unknown as { default: Cache }).default.put(clockEpochKey, epoch)
  return c.json({ now })
})

dev.get('/jobs', (c) =>
  c.json(
    jobs.map(({ name, description, everyMinutes }) => ({
      name,
      description,
      every_minutes: everyMinutes,
    })),
  ),
)

dev.post('/jobs/:name', async (c) => {
  const job = findJob(c.req.param('name'))
  if (!job) return c.json({ error: `There is no such job. GET /dev/jobs lists them.` }, 404)
  return c.json({ job: job.name, ...(await runJob(await jobContext(c.env), job)) })
})

/** Made of the parts they show, so they are pages (app/routes/site/dev.gallery.tsx). */
const galleries = [paths.gallery(), paths.gallery('plain')]

dev.all('*', async (c, next) => {
  if (!galleries.includes(c.req.path)) return c.text('There is no such page.', 404)
  await next()
})

/** Of the directory and of every shard, newest first. */
async function newestMessages(env: ServerEnv['Bindings']): Promise<OutboxMessage[]> {
  const { directory, shards } = await jobContext(env)
  const lists = await Promise.all(
    [directory, ...shards.map((shard) => shard.db)].map((db) =>
      listNewestMessages(db, messagesShown),
    ),
  )
  return lists.flat().sort((a, b) => b.createdAtMs - a.createdAtMs)
}
