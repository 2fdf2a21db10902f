/** A lock that asks whether its door opens: `POST /webhooks/doors/{door}`. */
import { Hono } from 'hono'
import { formOfAddress } from '#app/domain/leads/capture/form-definition.ts'
import { askDoor } from '#app/domain/reception/doors/ask-door.server.ts'
import { askedAtDoor } from '#app/domain/reception/doors/door-form.ts'
import { doorSecret } from '#app/domain/reception/doors/doors.server.ts'
import { jobContext } from '#functions/jobs/job.ts'
import type { ServerEnv } from '#functions/server-env.ts'
import { contextOf, jsonOf, signedBody } from './signed-body.ts'

/**
 * JSON with `code`, signed with the door's secret as Standard Webhooks have it. Answers `open` and
 * `says`; 401 unsigned or too old, 404 for no such door, 409 for a post that came before, 422 for
 * anything else.
 */
export const doorWebhook = new Hono<ServerEnv>().post('/:door', async (c) => {
  const ids = formOfAddress(c.req.param('door'))
  const ctx = ids && (await contextOf(await jobContext(c.env), ids.studioId))
  const secret = ctx ? await doorSecret(ctx, ids.formId) : null
  if (!ctx || !secret) return c.text('There is no such door.', 404)
  const signed = await signedBody(c.req.raw, secret, 8 * 1024)
  if (signed instanceof Response) return signed
  const asked = askedAtDoor.safeParse(jsonOf(signed.body))
  if (!asked.success) return c.text('Send JSON with code.', 422)
  const answer = await askDoor(ctx, ids.formId, { webhookId: signed.id, text: asked.data.code })
  if (!answer.ok)
    return answer.reason === 'replayed'
      ? c.json({ open: false, says: 'This was sent before. Scan again.' }, 409)
      : c.text('There is no such door.', 404)
  return c.json({ open: answer.open, says: answer.says })
})
