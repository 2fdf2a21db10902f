import { beforeAll, expect, test } from 'vitest'
import {
  nothing,
  startFormWalks,
  wrongAtDesk,
  wrongElsewhere,
} from '../support/forms/walk-forms.ts'

// Two pages of each kind; eight of each: tests/long/live-forms.test.ts.
beforeAll(() => startFormWalks(2))

test('each control of each form of the desk carries what its schema says', async () => {
  expect(await wrongAtDesk()).toEqual(nothing)
}, 400_000)

test('forms of entry pages, of members and of a set-up ask the same as the server', async () => {
  expect(await wrongElsewhere()).toEqual(nothing)
}, 400_000)
