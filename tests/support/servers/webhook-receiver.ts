/**
 * A program on loopback that takes webhooks, and checks their signatures by Node's crypto from the
 * text of Standard Webhooks and not by the code that signs.
 */
import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  id: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  text: string
  headers: Record<string, string>
}

export type WebhookReceiver = {
  address(name: string): string
  /** Every post that came, whatever was answered. */
  received: Received[]
  /** What is answered; the default takes it. */
  answer: (response: ServerResponse, received: Received) => void
  close(): Promise<void>
}

/** Whether a post was signed with this secret (`whsec_` and base64). */
export function signedWith(secret: string, { headers, text }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = createHmac('sha256', key).update(signed, 'utf8').digest('base64')
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${expected}`)
}

/** Starts one on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    address: () => '',
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {},
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const headers = request.headers as Record<string, string>
      const received = {
        ...{ path: request.url ?? '', id: headers['webhook-id'] ?? '', text, headers },
        body: JSON.parse(text || '{}') as Received['body'],
      }
      receiver.received.push(received)
      receiver.answer(response, received)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  receiver.address = (name) => `http://127.0.0.1:${port}/${name}`
  receiver.close = () =>
    new Promise((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return receiver
}
