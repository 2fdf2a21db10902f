import { expect, test } from 'vitest'
import { readImageHeader } from '#app/domain/storage/image-header.ts'
import { fillPictures } from './fill-pictures.ts'
import { planWorld } from './plan-world.ts'

test('twelve sample students have an id, a name and a drawn photo that is a picture', async () => {
  const { directory, studios } = planWorld('2026-11-20T10:50:00Z', 'hash')
  const studio = directory.studios!.find(({ slug }) => slug === 'northside')!
  const { people, class_types: classTypes } = studios[0]!.before as Record<
    string,
    { [column: string]: string }[]
  >
  const stored = new Map<string, Uint8Array>()
  const media = {
    put: async (key: string, bytes: Uint8Array) => {
      stored.set(key, bytes)
      return { etag: key }
    },
  } as unknown as R2Bucket
  const rows = { studioId: String(studio.id), people: people!, classTypes: classTypes! }
  const { students, objects } = await fillPictures(media, rows, 0)

  expect(students).toHaveLength(12)
  expect(new Set(students.map(({ photo }) => photo)).size).toBe(12)
  for (const { id, name, photo } of students) {
    expect(people!.find((person) => person.id === id)).toMatchObject({ name, photo })
  }
  expect(objects).toHaveLength(16)
  for (const { object_key: key } of objects) {
    expect(readImageHeader(stored.get(String(key))!)?.contentType).toBe('image/webp')
  }
  expect(classTypes!.filter(({ cover }) => cover)).toHaveLength(3)
})
