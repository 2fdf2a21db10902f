import { test } from 'vitest'
import { tryFaults } from '../support/faults/try-faults.ts'
import { writingCases } from '../support/faults/writing-cases.ts'

test.each(Object.entries(writingCases))(
  '%s: each statement fails once, nothing is half done, and pressing again does it once',
  (_, one) => tryFaults(one),
)
