import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecrets } from '../../../../tests/support/accounts.ts'
import { readConfiguration } from '../configuration.server.ts'
import { checkCaptcha } from './check-captcha.server.ts'

const received: Record<string, string>[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  received.push(form)
  if (form.response === 'odd') return response.end('<html>')
  const success = form.response === 'solved'
  response.end(
    JSON.stringify({ success, ...(success ? {} : { 'error-codes': ['invalid-input-response'] }) }),
  )
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const caller = { ip: '203.0.113.9', userAgent: '' }
const configured = (captchaUrl = url) => ({
  configuration: readConfiguration({
    ...testSecrets,
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SECRET: 'the-secret',
    AUTH_CAPTCHA_URL: captchaUrl,
  }),
  caller,
})

test('a solved captcha passes, with the secret and the network address told to its service', async () => {
  expect(await checkCaptcha(configured(), 'solved')).toEqual({ ok: true })
  expect(received.at(-1)).toEqual({ secret: 'the-secret', response: 'solved', remoteip: caller.ip })
})

test('a missing, a made-up and an unreadable answer, and a service that is away, refuse', async () => {
  const asked = received.length
  expect(await checkCaptcha(configured(), null)).toMatchObject({ reason: 'captcha_failed' })
  expect(received.length).toBe(asked)
  expect(await checkCaptcha(configured(), 'made-up')).toEqual({
    ok: false,
    reason: 'captcha_failed',
    why: 'invalid-input-response',
  })
  expect(await checkCaptcha(configured(), 'odd')).toMatchObject({ ok: false })
  expect(await checkCaptcha(configured('http://127.0.0.1:9/'), 'solved')).toMatchObject({
    ok: false,
  })
})

test('without a captcha configured nobody is asked', async () => {
  expect(
    await checkCaptcha({ configuration: readConfiguration({ ...testSecrets }), caller }, null),
  ).toEqual({
    ok: true,
  })
})
