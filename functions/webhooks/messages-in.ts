/** Mail and texts that come in, handed over by another program or by the platform itself. */
import { Hono } from 'hono'
import * as z from 'zod'
import { mailBytes, readMail } from '#app/domain/conversations/incoming/read-mail.server.ts'
import {
  noteBounce,
  receiveAnswer,
  studioOfLetter,
} from '#app/domain/conversations/incoming/receive-mail.server.ts'
import {
  askOf,
  receiveText,
  studiosThatTexted,
} from '#app/domain/conversations/incoming/receive-text.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { publicOrigin } from '#app/http/environment.ts'
import { readBody } from '#app/http/form.server.ts'
import { readSigned } from '#app/values/mail/standard-webhooks.ts'
import { parsePhone } from '#app/values/phone.ts'
import { type JobContext, jobContext } from '#functions/jobs/job.ts'
import type { ServerEnv } from '#functions/server-env.ts'

const textForm = z.object({
  id: z.string().min(1).max(120),
  from: z.string().max(40),
  text: z.string().max(4_000),
})
const mailForm = z.object({ to: z.string().max(320).default(''), raw: z.string() })

/**
 * Takes raw MIME. Answers a word of what became of it: mail that nobody waits for is taken and
 * dropped, since a refusal would only bring it again.
 */
export async function takeMail(
  doors: JobContext,
  raw: Uint8Array,
  recipient: string,
): Promise<string> {
  const mail = await readMail(raw, recipient)
  if (mail.is === 'dropped') return mail.why
  if (mail.is === 'bounce') {
    for (const { db } of doors.shards) {
      const studioId = await studioOfLetter(db, mail.letterId)
      const ctx = studioId && (await contextOf(doors, studioId))
      if (ctx) await noteBounce(ctx, mail.address)
    }
    return 'bounce'
  }
  const ctx = await contextOf(doors, mail.studioId)
  return ctx ? receiveAnswer(ctx, mail) : 'unknown'
}

/** `POST /webhooks/mail` and `POST /webhooks/sms`, signed as Standard Webhooks have it. */
export const messagesIn = new Hono<ServerEnv>()
  .post('/mail', async (c) => {
    const taken = await signedBody(c.req.raw, c.env.MAIL_IN_SECRET, mailBytes * 2)
    if (taken instanceof Response) return taken
    const doors = await jobContext(c.env)
    if (!/^application\/json\b/i.test(c.req.header('Content-Type') ?? ''))
      return c.json({ became: await takeMail(doors, taken.bytes, '') })
    const form = mailForm.safeParse(jsonOf(taken.body))
    if (!form.success) return c.text('Send raw MIME, or JSON with raw and to.', 422)
    const raw = new TextEncoder().encode(form.data.raw)
    return c.json({ became: await takeMail(doors, raw, form.data.to) })
  })
  .post('/sms', async (c) => {
    const taken = await signedBody(c.req.raw, c.env.SMS_IN_SECRET, 64 * 1024)
    if (taken instanceof Response) return taken
    const form = textForm.safeParse(jsonOf(taken.body))
    const from = form.success ? parsePhone(form.data.from) : null
    if (!form.success || !from) return c.text('Send JSON with id, from and text.', 422)
    const doors = await jobContext(c.env)
    const found = await Promise.all(doors.shards.map(({ db }) => studiosThatTexted(db, from)))
    const studios = found.flat()
    // A number is one for all studios: a stop is meant for each of them.
    const meant = askOf(form.data.text) === 'stop' ? studios : studios.slice(0, 1)
    const became: string[] = []
    for (const id of meant) {
      const ctx = await contextOf(doors, id)
      if (ctx) became.push(await receiveText(ctx, { ...form.data, from }))
    }
    return c.json({ became: became[0] ?? 'unknown' })
  })

/** The body of a post that was signed, and lately; a refusal where it was not. */
async function signedBody(
  request: Request,
  secret: string | undefined,
  limit: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; body: string } | Response> {
  if (!secret) return new Response('Nothing comes in here.', { status: 404 })
  const bytes = await readBody(request, limit).catch((refusal) => {
    if (refusal instanceof Response) return refusal
    throw refusal
  })
  if (bytes instanceof Response) return bytes
  const body = new TextDecoder().decode(bytes)
  const signed = readSigned((name) => request.headers.get(name), body, secret, Date.now())
  return signed
    ? { bytes, body }
    : new Response('This is not signed by the program we know, or is too old.', { status: 401 })
}

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

async function contextOf(
  { env, directory, shards, now, clock }: JobContext,
  studioId: string,
): Promise<StudioContext | null> {
  const [studio] = await listOpenStudios(directory, [studioId])
  const db = shards.find(({ number }) => number === studio?.shard)?.db
  if (!studio || !db) return null
  const secret = readConfiguration(env).secret
  return { db, studio, now, nowMs: clock(), origin: publicOrigin(env), secret }
}
