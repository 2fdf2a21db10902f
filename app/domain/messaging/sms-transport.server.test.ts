import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transportsFrom } from './transports.server.ts'

type Received = { form: Record<string, string>; authorization?: string; key?: string }
const received: Received[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
  const { authorization, 'idempotency-key': key } = request.headers
  received.push({
    form,
    ...(authorization ? { authorization } : {}),
    ...(key ? { key: String(key) } : {}),
  })
  response.writeHead(form.To === '+15550100' ? 400 : 201).end('{"message":"not a mobile number"}')
})
let variables: Record<string, string> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  variables = {
    SMS_TRANSPORT: 'http',
    SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/Messages.json`,
    SMS_USER: 'account',
    SMS_PASSWORD: 'secret',
    SMS_FROM: '+441632960000',
  }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const dispatch = {
  messageId: 'm1',
  studioId: null,
  kind: 'sms-code',
  to: '447700900123',
  subject: '',
  html: '',
  unsubscribe: null,
  replyTo: null,
  text: 'Cadence: 123456 & more',
}

test('a text message goes out as a form with the number in full', async () => {
  await transportsFrom(variables).sms?.send(dispatch)
  expect(received.at(-1)).toEqual({
    form: { To: '+447700900123', From: '+441632960000', Body: 'Cadence: 123456 & more' },
    authorization: `Basic ${Buffer.from('account:secret').toString('base64')}`,
    key: 'm1',
  })
})

test('a refusal is told in the words of the service', async () => {
  const sent = transportsFrom(variables).sms?.send({ ...dispatch, to: '15550100' })
  await expect(sent).rejects.toThrow(
    'The SMS service answered 400: {"message":"not a mobile number"}',
  )
})

test.each([
  ['SMS_TRANSPORT', { SMS_TRANSPORT: 'pigeon' }],
  ['SMS_URL', { SMS_URL: 'nowhere' }],
  ['SMS_FROM', { SMS_FROM: '' }],
  ['SMS_PASSWORD', { SMS_PASSWORD: '' }],
])('a missing or wrong %s is named', (name, wrong) => {
  expect(() => transportsFrom({ ...variables, ...wrong })).toThrow(name)
})
