import { expect, test } from 'vitest'
import { tryFaults } from './support/faults/try-faults.ts'
import { untried } from './support/faults/untried.ts'
import { writeStatements } from './support/faults/write-statements.ts'
import { writingCases } from './support/faults/writing-cases.ts'

// Six statements of each here; all of them: tests/long/faults.test.ts.
test.each(Object.entries(writingCases))(
  '%s: whichever statement fails, nothing is half done, and pressing again does it once',
  (_, one) => tryFaults(one, { most: 6 }),
  400_000,
)

test('acts left out of the trials still write, and say why they are left out', () => {
  const writing = new Set(writeStatements().map(({ file }) => file))
  expect(writing.size).toBeGreaterThan(100)
  for (const [file, why] of untried.entries())
    expect([file, writing.has(file), why !== '']).toEqual([file, true, true])
})
