import { beforeAll, expect, test } from 'vitest'
import {
  nothing,
  startFormWalks,
  wrongAtDesk,
  wrongElsewhere,
} from '../support/forms/walk-forms.ts'

// What tests/http/live-forms.test.ts asks of two pages of a kind, asked of eight.
beforeAll(() => startFormWalks(8))

test('each control of each form of eight pages of a kind at the desk carries what its schema says', async () => {
  expect(await wrongAtDesk()).toEqual(nothing)
}, 400_000)

test('forms of entry pages, of all pages of members and of a set-up ask the same as the server', async () => {
  expect(await wrongElsewhere()).toEqual(nothing)
}, 400_000)
