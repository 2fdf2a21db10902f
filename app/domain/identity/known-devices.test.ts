import { expect, test } from 'vitest'
import { identityFor } from '../../../tests/support/accounts.ts'
import { databases } from '../../../tests/support/databases.ts'
import { deviceAfterSignIn, originOf } from './known-devices.server.ts'

const ana = { email: 'ana@example.test', phone: null }
const as = async (device: string | null) =>
  identityFor(await databases(), { ip: '198.51.100.7', device: device ?? undefined })

test('a browser is recognised only for addresses that signed in on it', async () => {
  const device = deviceAfterSignIn(await as(null), ana)
  expect(originOf(await as(device), ana.email)).toMatchObject({ known: true })
  expect(originOf(await as(device), 'someone@example.test')).toMatchObject({ known: false })
  expect(originOf(await as(null), ana.email)).toMatchObject({ known: false })
})

test.each([
  ['two bytes each', 'ü'.repeat(22)],
  ['signs that no mark has', '+'.repeat(22)],
  ['four bytes each', '\u{1F600}'.repeat(11)],
  ['signs cut within', `${'ü'.repeat(21)}\uFFFD`],
])('a mark of 22 characters of %s is no mark, and is not kept', async (_, mark) => {
  const id = crypto.randomUUID()
  const ctx = await as(`${id}.${mark}`)
  expect(originOf(ctx, ana.email)).toMatchObject({ known: false })
  expect(deviceAfterSignIn(ctx, ana)).toMatch(/^[0-9a-f-]{36}\.[\w-]{22}$/)
})
