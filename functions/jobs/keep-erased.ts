import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { keepErased } from '#app/domain/person-records/keep-erased.server.ts'
import { publicOrigin } from '#app/http/environment.ts'
import type { WholeJob } from './job.ts'

export const keepErasedJob: WholeJob = {
  of: 'everything',
  name: 'keep-erased',
  description: 'Erase people again after a restore, and finish erasing what was cut off.',
  everyMinutes: 10,
  async run({ env, directory, shards, now, clock }) {
    const done = await keepErased({
      directory,
      shardOf: (studio) => {
        const shard = shards.find(({ number }) => number === studio.shard)
        if (!shard) throw new Error(`No shard binding STUDIOS_${studio.shard}`)
        return shard.db
      },
      media: env.MEDIA,
      now,
      nowMs: clock(),
      origin: publicOrigin(env),
      secret: readConfiguration(env).secret,
    })
    return { done, failed: 0 }
  },
}
