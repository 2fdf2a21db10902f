import { test } from 'vitest'
import { everyTotalAgrees } from '../support/sales/every-total.ts'

// Twenty seeds of fifty histories each, the same every time.
test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'in fifty histories more, every page says the same penny (seed %i)',
  async (seed) => {
    await everyTotalAgrees(50, seed)
  },
  900_000,
)

test('every total agrees also where payments online are taken back by a bank', async () => {
  await everyTotalAgrees(50, undefined, { online: true })
}, 900_000)
