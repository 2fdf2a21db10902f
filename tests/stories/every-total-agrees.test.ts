import { test } from 'vitest'
import { everyTotalAgrees } from '../support/sales/every-total.ts'

test('after any history of money, every page that adds it up says the same penny', async () => {
  await everyTotalAgrees(12)
}, 400_000)
