import type * as z from 'zod'
import { withoutMeter } from '#app/db/connection.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { sendWebhooks } from '#app/domain/webhooks/deliver-webhooks.server.ts'
import type { webhookAct } from '#app/domain/webhooks/webhook-forms.ts'
import {
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  sendAgain,
  sendAllAgain,
  testWebhook,
} from '#app/domain/webhooks/webhook-targets.server.ts'
import { devTools } from '#app/http/environment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import { count } from '#app/values/wording.ts'

type Act = Exclude<z.output<typeof webhookAct>, { act: 'renew' }>

/** Does one of the acts on a webhook and says so on the page that comes next: 303. */
export async function doWebhookAct(
  app: RequestContext,
  ctx: StaffContext,
  { id, paused }: { id: string; paused: string },
  form: Act,
): Promise<Response> {
  const here = paths.manageWebhook(ctx.studio, id)
  const later = paused ? ' once you resume.' : '. Reload to see its answer.'
  switch (form.act) {
    case 'pause':
      await pauseWebhook(ctx, id)
      return redirectWithFlash(app, here, 'Paused. Events are kept for 30 days.')
    case 'resume':
      await resumeWebhook(ctx, id)
      deliverWebhooksSoon(app, ctx)
      return redirectWithFlash(app, here, 'Resumed. What was waiting is sent now.')
    case 'delete':
      await deleteWebhook(ctx, id)
      return redirectWithFlash(app, paths.manageWebhooks(ctx.studio), 'Webhook deleted.')
    case 'test':
      await testWebhook(ctx, id, form.key)
      deliverWebhooksSoon(app, ctx)
      return redirectWithFlash(app, here, `Sending a test event${later}`)
    case 'again': {
      const again = await sendAgain(ctx, id, form)
      deliverWebhooksSoon(app, ctx)
      const words = again ? `Sending it again${later}` : 'It is being sent already.'
      return redirectWithFlash(app, here, words)
    }
    case 'all-again': {
      const n = await sendAllAgain(ctx, id)
      deliverWebhooksSoon(app, ctx)
      const words =
        n > 0
          ? `Sending ${count(n, 'delivery', 'deliveries')} again${later}`
          : 'No delivery has failed.'
      return redirectWithFlash(app, here, words)
    }
  }
}

/** So long a request goes on behind its answer; the job of each minute sends the rest. */
const behindMs = 10_000

/** Posts what waits for the studio's webhooks behind the answer. It never throws and delays nobody. */
function deliverWebhooksSoon(app: RequestContext, ctx: StudioContext): void {
  app.waitUntil(sendQuietly(app, ctx))
}

async function sendQuietly(app: RequestContext, ctx: StudioContext): Promise<void> {
  const clock = () => Date.now()
  const time = { clock, realClock: clock, untilMs: clock() + behindMs }
  try {
    const db = withoutMeter(ctx.db)
    await sendWebhooks({ ...ctx, db }, time, { development: devTools(app.env) })
  } catch (error) {
    console.error('Posting to webhooks stopped', { requestId: app.requestId, error })
  }
}
