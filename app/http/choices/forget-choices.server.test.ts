import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { requestTo } from '../../../tests/support/requests.ts'
import { forgetChoices } from './forget-choices.server.ts'

const forgotten = async (path: string, cookie: string) => {
  const app = requestTo(await databases(), path, { cookie })
  forgetChoices(app)
  return app.setCookies.map((line) => line.split(';').slice(0, 2).join(';'))
}

test('signing out resets the chosen views of every studio and nothing else', async () => {
  const cookie =
    'cadence-device=d; who-north=p1; workout-from=%2Fnorth; location-south=Hall; ' +
    'cadence-people-columns=name.email; cadence-kiosk=k; nobody-who-north=1'
  expect(await forgotten('/sign-out', cookie)).toEqual([
    'who-north=; Max-Age=0',
    'workout-from=; Max-Age=0',
    'location-south=; Max-Age=0',
    'cadence-people-columns=; Max-Age=0',
  ])
})

test('on https signing out resets only the views under secure cookie names', async () => {
  expect(
    await forgotten('https://cadence.test/sign-out', '__Host-who-north=p1; who-south=p2'),
  ).toEqual(['__Host-who-north=; Max-Age=0'])
})
