import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { forgetOldAuthRows } from '#app/domain/identity/sessions/forget-old-auth-rows.server.ts'
import type { WholeJob } from './job.ts'

export const forgetOldAuthRowsJob: WholeJob = {
  of: 'everything',
  name: 'forget-old-auth-rows',
  description: 'Forget limits, links, flows, challenges and replaced tokens that have served.',
  everyMinutes: 10,
  async run({ env, directory, clock }) {
    const done = await forgetOldAuthRows({
      directory,
      nowMs: clock(),
      configuration: readConfiguration(env),
    })
    return { done, failed: 0 }
  },
}
