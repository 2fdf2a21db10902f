/**
 * A push service on loopback, and browsers that are subscribed to it: what it is given is decrypted
 * with the browser's own key, by Node's crypto and not by the code that encrypts.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PushBrowser = { ecdh: ECDH; reader: { publicKey: string; secret: string } }

/** A browser's keys, as `pushManager.subscribe` makes them. */
export function pushBrowser(): PushBrowser {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys().toString('base64url')
  return { ecdh, reader: { publicKey, secret: randomBytes(16).toString('base64url') } }
}

const derived = (from: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', from, salt, info, length))

/** The words of a body for this browser; throws for one that is not for it. */
export function decryptPush({ ecdh, reader }: PushBrowser, body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20]!]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const info = Buffer.concat([
    Buffer.from('WebPush: info\0'),
    Buffer.from(reader.publicKey, 'base64url'),
    sender,
  ])
  const secret = Buffer.from(reader.secret, 'base64url')
  const material = derived(ecdh.computeSecret(sender), secret, info, 32)
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

export type PushService = {
  /** A subscription of a browser here: its address. */
  endpoint(name: string): string
  received: { name: string; headers: Record<string, string>; body: Buffer }[]
  /** What is answered to the next messages; 201 took them. */
  answerWith: number
  close(): Promise<void>
}

/** Starts one on a free port. */
export async function startPushService(): Promise<PushService> {
  const service: PushService = {
    endpoint: () => '',
    received: [],
    answerWith: 201,
    close: async () => {},
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (service.answerWith < 300)
        service.received.push({
          name: (request.url ?? '').slice('/push/'.length),
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts),
        })
      response.writeHead(service.answerWith).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  service.endpoint = (name) => `http://127.0.0.1:${port}/push/${name}`
  service.close = () =>
    new Promise((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return service
}
