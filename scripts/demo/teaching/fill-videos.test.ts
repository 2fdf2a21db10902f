import { expect, test } from 'vitest'
import { shelfStatement } from '#app/domain/videos/video-queries.server.ts'
import { emptyBucket } from '../../../tests/support/training.ts'
import { world } from '../../../tests/support/world.ts'
import { fillVideos } from './fill-videos.ts'

test('the demo’s videos are on the shelf, and filling them a second time adds none', async () => {
  const w = await world()
  const env = { ...w.env, MEDIA: await emptyBucket() }
  const nowMs = Date.parse('2026-10-12T09:00:00Z')
  const shelf = () =>
    shelfStatement(w.at('2026-10-12T09:00:00Z'), { personId: w.ana.id, staff: false })
  await fillVideos(env, w.studio, nowMs)
  const first = await shelf()
  expect(first.map(({ title }) => title)).toContain('A warm-up for home')
  expect(first.map(({ access }) => access).sort()).toEqual(['everyone', 'holders', 'level', 'plan'])
  await fillVideos(env, w.studio, nowMs)
  expect(await shelf()).toEqual(first)
})
