import { expect, test } from 'vitest'
import { bookClass } from '#app/domain/bookings/booking/book-class.server.ts'
import { world } from '../../../../tests/support/world.ts'
import { cancelEffectWords } from './cancel-effect-words.ts'
import { classCancellationPage } from './class-cancellation-page.server.ts'

const now = '2026-10-12T09:00:00Z'
const pounds = { currency: 'GBP', locale: 'en-GB' }

test('the cancel page mentions class limits only if somebody’s membership has one', async () => {
  const w = await world()
  const thursday = await w.givenClass({ localStart: '2026-10-15T18:30', capacity: 12 })
  const [limited, unlimited] = await w.givenPeople(['Limited', 'Unlimited'])
  await w.giveMembership(limited!, { weekly: true })
  await w.giveMembership(unlimited!)
  const said = async () => {
    const page = await classCancellationPage(w.at(now), thursday)
    return cancelEffectWords(page!.effects, pounds).map(({ what }) => what)
  }

  await bookClass(w.asMember(unlimited!, now), thursday)
  expect((await said()).join(' ')).not.toContain('limit')
  await bookClass(w.asMember(limited!, now), thursday)
  expect(await said()).toContain('It won’t count towards the class limit of 1 member.')
})
