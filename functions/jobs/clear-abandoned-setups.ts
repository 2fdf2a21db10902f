import { clearAbandonedSetups } from '#app/domain/onboarding/give-up-setup.server.ts'
import type { WholeJob } from './job.ts'

/** Frees the addresses of studios that nobody went on setting up. */
export const clearAbandonedSetupsJob: WholeJob = {
  of: 'everything',
  name: 'clear-abandoned-setups',
  description: 'Give up studios whose set-up nobody has touched for 30 days.',
  everyMinutes: 60,
  async run({ directory, now }) {
    return { done: await clearAbandonedSetups(directory, now), failed: 0 }
  },
}
