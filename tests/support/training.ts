/** Databases with the bucket and the image binding beside them, for tests of the library. */
import { afterAll } from 'vitest'
import { directoryDb, studioDb } from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import type { Actor } from '#app/domain/studios/contexts.ts'
import type { MediaContext } from '#app/domain/training/media-store.ts'
import { databaseEnv, startLocalDatabases } from '../../scripts/local-server.ts'
import type { TestDatabases } from './databases.ts'
import { mintStudio } from './studios.ts'

export type Library = TestDatabases & {
  /** What a coach of a new studio works with. */
  newStudio(): Promise<MediaContext & { actor: Actor }>
}

let opening: Promise<Library> | undefined

/** The library of this test file. */
export function library(): Promise<Library> {
  opening ??= open()
  return opening
}

async function open(): Promise<Library> {
  const miniflare = await startLocalDatabases({})
  afterAll(() => miniflare.dispose())
  const env = await databaseEnv(miniflare)
  const { MEDIA, IMAGES } = await miniflare.getBindings<{ MEDIA: R2Bucket; IMAGES: ImagesBinding }>()
  const meter = new Meter()
  const directory = directoryDb(env, meter)
  const shard = (n: 0 | 1) => studioDb(env, { shard: n }, meter)
  return {
    env,
    meter,
    directory,
    shard,
    async newStudio() {
      const studio = await mintStudio({ directory })
      return {
        db: shard(0),
        studio,
        now: '2026-10-12T10:00:00Z',
        nowMs: Date.parse('2026-10-12T10:00:00Z'),
        origin: 'http://cadence.test',
        media: MEDIA,
        images: IMAGES,
        actor: { userId: 'coach', name: 'Kit Coach', role: 'coach' },
      }
    },
  }
}
