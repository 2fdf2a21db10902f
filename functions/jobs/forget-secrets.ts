import { sealOrderLinks } from '#app/domain/events/order-links.server.ts'
import { forgetOldHappenings } from '#app/domain/happenings/happenings.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { blankSecrets, forgetAccountLetters } from '#app/domain/messaging/forget-letters.server.ts'
import { sealCalendarLinks } from '#app/domain/people/calendar-link.server.ts'
import { devTools } from '#app/http/environment.ts'
import type { WholeJob } from './job.ts'

export const forgetSecretsJob: WholeJob = {
  of: 'everything',
  name: 'forget-secrets',
  description:
    'Blank sent links and codes, seal links kept in clear, forget old letters of accounts and happenings.',
  everyMinutes: 10,
  async run({ env, directory, shards, now, clock }) {
    let done = await forgetAccountLetters(directory, now)
    const databases = [directory, ...shards.map(({ db }) => db)]
    if (!devTools(env)) for (const db of databases) done += await blankSecrets(db)
    const { secret } = readConfiguration(env)
    for (const { db } of shards) {
      done += await forgetOldHappenings(db, clock())
      done += await sealCalendarLinks(db, { secret })
      done += await sealOrderLinks(db, { secret })
    }
    return { done, failed: 0 }
  },
}
