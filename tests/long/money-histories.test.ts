import { test } from 'vitest'
import { everyHistoryAgrees, givenMoneyRules } from '../support/sales/money-histories.ts'
import { world } from '../support/world.ts'

// Twenty worlds of a hundred histories each: a failure names its seed.
test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'in a hundred histories more, act and quote agree, and every sum (%i of 20)',
  async () => {
    const w = await world()
    await givenMoneyRules(w)
    await everyHistoryAgrees(w, 100)
  },
  600_000,
)
