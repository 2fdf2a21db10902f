import { test } from 'vitest'
import { everyTotalAgrees } from '../support/sales/every-total.ts'

test('after any history of money, every page that adds it up says the same penny', async () => {
  await everyTotalAgrees(12)
}, 400_000)

test('a pack whose bill was written off is earned as it was invoiced', async () => {
  await everyTotalAgrees(4, 1716535163)
}, 400_000)

test('every total agrees also where payments online are taken back by a bank', async () => {
  await everyTotalAgrees(10, undefined, { online: true })
}, 400_000)
