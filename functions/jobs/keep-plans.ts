import { keepPlans } from '#app/domain/studios/own-plan/keep-plans.server.ts'
import { publicOrigin } from '#app/http/environment.ts'
import type { WholeJob } from './job.ts'

/** What studios themselves pay for: the trial's end, bills, and what stops where nothing came. */
export const keepPlansJob: WholeJob = {
  of: 'everything',
  name: 'keep-plans',
  description: 'Bill studios for their plan, and close what nobody pays for.',
  everyMinutes: 10,
  async run({ env, directory, now, clock }) {
    const ctx = { directory, now, nowMs: clock(), origin: publicOrigin(env) }
    return { done: await keepPlans(ctx), failed: 0 }
  },
}
