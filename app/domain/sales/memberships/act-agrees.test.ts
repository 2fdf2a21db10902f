import { test } from 'vitest'
import {
  everyHistoryAgrees,
  givenMoneyRules,
} from '../../../../tests/support/sales/money-histories.ts'
import { world } from '../../../../tests/support/world.ts'

test('in any history, an act charges or refunds exactly what its quote said', async () => {
  const w = await world()
  await givenMoneyRules(w)
  await everyHistoryAgrees(w, 12)
}, 400_000)
