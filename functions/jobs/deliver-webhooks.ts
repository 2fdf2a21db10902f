import { sendWebhooks, webhooksDue } from '#app/domain/webhooks/deliver-webhooks.server.ts'
import { devTools } from '#app/http/environment.ts'
import { type StudioJob, stepTime } from './job.ts'

/** So long one run goes on; the next takes the rest. */
const milliseconds = 20_000

/** A studio's own message and turn: one whose webhooks are slow holds back no other. */
export const deliverWebhooksJob: StudioJob = {
  of: 'studios',
  name: 'deliver-webhooks',
  description: 'Tell webhooks what happened, and try again what they did not take.',
  everyMinutes: 1,
  due: webhooksDue,
  work: (ctx, context) =>
    sendWebhooks(
      ctx,
      { ...stepTime(context, milliseconds), realClock: context.clock },
      { development: devTools(context.env) },
    ),
}
