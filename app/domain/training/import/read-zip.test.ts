import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ZipFile, zipOf } from '../../../../tests/support/files.ts'
import { bytesSource, readZipDirectory, readZipEntry } from './read-zip.ts'

const text = (words: string) => new TextEncoder().encode(words)

async function reasonFor(files: ZipFile[]): Promise<string> {
  const directory = await readZipDirectory(bytesSource(zipOf(files)))
  return directory.ok ? 'read' : directory.reason
}

test('stored and deflated files are read, folders are left out', async () => {
  const source = bytesSource(
    zipOf([
      { name: 'Plank/', data: text(''), stored: true },
      { name: 'Plank/0.jpg', data: text('stored'), stored: true },
      { name: 'Plank/1.jpg', data: text('deflated '.repeat(50)) },
    ]),
  )
  const directory = await readZipDirectory(source)
  const entries = directory.ok ? directory.entries : []

  expect(entries.map(({ name }) => name)).toEqual(['Plank/0.jpg', 'Plank/1.jpg'])
  const [first, second] = await Promise.all(entries.map((entry) => readZipEntry(source, entry)))
  expect(new TextDecoder().decode(first!)).toBe('stored')
  expect(new TextDecoder().decode(second!)).toBe('deflated '.repeat(50))
})

test.each([
  '../../etc/passwd',
  '/etc/passwd',
  'C:/x.jpg',
  'a\\b.jpg',
  'a/../../b.jpg',
  'a\u0000.jpg',
])('an archive with the path %j is refused', async (name) => {
  expect(await reasonFor([{ name, data: text('x') }])).toBe('strange_path')
})

test('an archive that claims to unpack to far more than it holds is refused', async () => {
  expect(await reasonFor([{ name: 'a/0.jpg', data: new Uint8Array(1_000_000) }])).toBe('bomb')
})

test('encrypted files, other methods and too many files are refused', async () => {
  expect(await reasonFor([{ name: 'a/0.jpg', data: text('x'), claims: { flags: 1 } }])).toBe(
    'unsupported',
  )
  expect(await reasonFor([{ name: 'a/0.jpg', data: text('x'), claims: { method: 14 } }])).toBe(
    'unsupported',
  )
  expect(
    await reasonFor(
      Array.from({ length: 4_001 }, (_, i) => ({ name: `a/${i}.jpg`, data: text('x') })),
    ),
  ).toBe('too_many')
})

test('a file that holds more or less than it says is not read', async () => {
  for (const size of [10, 1_000]) {
    const source = bytesSource(
      zipOf([{ name: 'a/0.jpg', data: text('words '.repeat(20)), claims: { size } }]),
    )
    const directory = await readZipDirectory(source)
    expect(directory.ok && (await readZipEntry(source, directory.entries[0]!))).toBeNull()
  }
})

test.each([true, false])(
  'a file whose bytes are not those it was packed from is not read (stored %s)',
  async (stored) => {
    const data = text('words '.repeat(20))
    const source = bytesSource(zipOf([{ name: 'a/0.jpg', data, stored, claims: { crc: 1 } }]))
    const directory = await readZipDirectory(source)
    expect(directory.ok && (await readZipEntry(source, directory.entries[0]!))).toBeNull()
  },
)

test('names are read as UTF-8 where the archive says so or they are, else by the old code page', async () => {
  const old = { name: '', nameBytes: new Uint8Array([0x8e, 0x62, 0x81, 0x6e, 0x67]) }
  const files = [
    { name: 'Übung/0.jpg', claims: { flags: 0x800 } },
    { name: 'Übung/1.jpg' },
    old,
    { ...old, claims: { flags: 0x800 } },
  ]
  const archive = zipOf(files.map((file) => ({ ...file, data: text('x') })))
  const directory = await readZipDirectory(bytesSource(archive))
  expect(directory.ok && directory.entries.map(({ name }) => name)).toEqual([
    'Übung/0.jpg',
    'Übung/1.jpg',
    'Äbüng',
    '\ufffdb\ufffdng',
  ])
})

test('no bytes at all make it throw', async () => {
  const whole = zipOf([{ name: 'a/0.jpg', data: text('words '.repeat(20)) }])
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.nat(whole.length),
      async (at, byte, cut) => {
        const damaged = whole.slice()
        damaged[at] = byte
        for (const bytes of [damaged, whole.slice(0, cut), whole.slice(cut)]) {
          const source = bytesSource(bytes)
          const directory = await readZipDirectory(source)
          if (directory.ok) for (const entry of directory.entries) await readZipEntry(source, entry)
        }
      },
    ),
    { numRuns: 60 },
  )
})
