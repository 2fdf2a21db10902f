import { expect, test } from 'vitest'
import { databases } from '../../../tests/support/databases.ts'
import { requestTo } from '../../../tests/support/requests.ts'
import { forgetDevice, unsentCount } from './unsent.server.ts'

test.each(['http', 'https'])(
  'on %s a note of what is not sent is taken away by the name that the page gave it',
  async (scheme) => {
    const app = requestTo(await databases(), `${scheme}://cadence.test/sign-out`, {
      cookie: 'unsent-check-ins=2; unsent-sets=3',
    })
    expect(unsentCount(app)).toBe(5)
    const answer = forgetDevice(app, new Response())
    expect(answer.headers.get('Clear-Site-Data')).toBe('"storage"')
    expect(app.setCookies).toEqual([
      expect.stringMatching(/^unsent-check-ins=; Max-Age=0; Path=\//),
      expect.stringMatching(/^unsent-sets=; Max-Age=0; Path=\//),
    ])
  },
)
