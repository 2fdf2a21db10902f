import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/local-server.ts'
import { tryFaults } from './support/faults/try-faults.ts'
import { untried } from './support/faults/untried.ts'
import { writingCases } from './support/faults/writing-cases.ts'

// Six statements of each here; all of them: tests/long/faults.test.ts.
test.each(Object.entries(writingCases))(
  '%s: whichever statement fails, nothing is half done, and pressing again does it once',
  (_, one) => tryFaults(one, { most: 6 }),
  60_000,
)

test('each use case that writes is tried with faults, or named as one that is not yet', () => {
  const domain = join(root, 'app/domain')
  const writing = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.server.ts'))
    .filter((file) => {
      const source = readFileSync(join(domain, file), 'utf8')
      return (
        /^export async function/m.test(source) &&
        /\b(INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \w+ (AS \w+ )?SET)\b/.test(source)
      )
    })
    .sort()
  const tried = new Set(Object.values(writingCases).map(({ from }) => from))
  expect(writing.filter((file) => !tried.has(file) && !untried.has(file))).toEqual([])
  // Neither may a file stand in the list that is tried, or that is gone.
  const stale = [...untried].filter((file) => tried.has(file) || !writing.includes(file))
  expect(stale).toEqual([])
})
