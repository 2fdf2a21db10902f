/** Databases with the bucket and the image binding beside them, for tests of the library. */
import { Miniflare } from 'miniflare'
import type { Actor } from '#app/domain/scope/contexts.ts'
import type { MediaContext } from '#app/domain/storage/media-context.ts'
import { nodeImages } from '../../scripts/local-images.ts'
import { databases, type TestDatabases } from './databases.ts'
import { testFile } from './run/test-file.ts'
import { mintStudio } from './studios.ts'

export type Library = TestDatabases & {
  /** What a coach of a new studio works with. */
  newStudio(): Promise<MediaContext & { actor: Actor }>
}

let opened: { turn: number; library: Promise<Library> } | undefined

/** The library of this test file. */
export function library(): Promise<Library> {
  const { turn } = testFile
  if (opened?.turn !== turn) opened = { turn, library: open() }
  return opened.library
}

const script = 'export default { fetch: () => new Response(null, { status: 404 }) }'

type Running = { miniflare: Miniflare; media: R2Bucket }

/** The one of this process, used by one test file after the other. */
let running: Running | undefined

/** The bucket of this process, emptied for each test file. */
export async function emptyBucket(): Promise<R2Bucket> {
  running ??= await start()
  try {
    return await emptied(running.media)
  } catch {
    // Its engine may have ended since the last test file; a second failure is a real one.
    await running.miniflare.dispose().catch(() => undefined)
    running = await start()
    return await emptied(running.media)
  }
}

async function start(): Promise<Running> {
  const miniflare = new Miniflare({ modules: true, script, r2Buckets: ['MEDIA'] })
  const { MEDIA } = await miniflare.getBindings<{ MEDIA: R2Bucket }>()
  return { miniflare, media: MEDIA }
}

async function emptied(media: R2Bucket): Promise<R2Bucket> {
  for (;;) {
    const { objects } = await media.list()
    if (objects.length === 0) return media
    await media.delete(objects.map(({ key }) => key))
  }
}

async function open(): Promise<Library> {
  const world = await databases()
  const media = await emptyBucket()
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
        secret: 'of the tests',
        media,
        images,
        actor: { userId: 'coach', name: 'Kit Coach', role: 'coach' },
      }
    },
  }
}
