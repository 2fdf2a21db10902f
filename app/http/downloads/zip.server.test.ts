import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { CsvCell } from '#app/values/csv.ts'
import { zipStreamAnswer } from './zip.server.ts'

async function* parts(...some: CsvCell[][][]) {
  yield* some
}

const read = async (answer: Response) => {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  )
}

test('an archive has each file with its rows, also those that have none', async () => {
  const rows = Array.from({ length: 3_000 }, (_, i): CsvCell[] => [i, `=row ${i}`])
  const answer = zipStreamAnswer('all', [
    { name: 'a.csv', parts: parts([['n', 'text']], rows, rows) },
    { name: 'b.csv', parts: parts([['n']]) },
    { name: 'c.csv', parts: parts() },
  ])
  const files = await read(answer)
  expect(Object.keys(files)).toEqual(['a.csv', 'b.csv', 'c.csv'])
  expect(files['a.csv']?.split('\r\n')).toHaveLength(6_002)
  expect(files['a.csv']).toContain("\r\n7,'=row 7\r\n")
  expect(files['b.csv']).toBe('n\r\n')
})

test('a read that fails breaks the archive off', async () => {
  async function* failing(): AsyncGenerator<CsvCell[][]> {
    yield [['n']]
    throw new Error('The database is away')
  }
  const answer = zipStreamAnswer('all', [{ name: 'a.csv', parts: failing() }])
  await expect(answer.arrayBuffer()).rejects.toThrow('The database is away')
})
