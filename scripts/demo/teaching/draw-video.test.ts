import { expect, test } from 'vitest'
import { typeOfVideo } from '#app/domain/videos/judge-video.ts'
import { drawVideo } from './draw-video.ts'

test('the film of the demo is a WebM of less than 200 kB', async () => {
  const film = await drawVideo()
  expect(typeOfVideo(film)).toBe('video/webm')
  expect(film.length).toBeGreaterThan(5_000)
  expect(film.length).toBeLessThan(200_000)
})
