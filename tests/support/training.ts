/** Databases with the bucket and the image binding beside them, for tests of the library. */
import { Miniflare } from 'miniflare'
import { afterAll } from 'vitest'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { nodeImages } from '../../scripts/local-images.ts'
import { databases, type TestDatabases } from './databases.ts'
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

const script = 'export default { fetch: () => new Response(null, { status: 404 }) }'

async function open(): Promise<Library> {
  const world = await databases()
  const miniflare = new Miniflare({ modules: true, script, r2Buckets: ['MEDIA'] })
  afterAll(() => miniflare.dispose())
  const { MEDIA } = await miniflare.getBindings<{ MEDIA: R2Bucket }>()
  const images = nodeImages()
  return {
    ...world,
    async newStudio() {
      const studio = await mintStudio(world)
      return {
        db: world.shard(0),
        studio,
        now: '2026-10-12T10:00:00Z',
        nowMs: Date.parse('2026-10-12T10:00:00Z'),
        origin: 'http://cadence.test',
        media: MEDIA,
        images,
        actor: { userId: 'coach', name: 'Kit Coach', role: 'coach' },
      }
    },
  }
}
