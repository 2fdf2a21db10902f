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
import { parsePhone } from '#app/values/phone.ts'
import { type JobContext, jobContext } from '#functions/jobs/job.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { contextOf, jsonOf, signedBody } from './signed-body.ts'

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
