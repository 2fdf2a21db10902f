/**
 * Links that end one kind of email, such as reminders, at one address: a mail program presses them
 * by itself (RFC 8058). They are signed and kept nowhere.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretOf } from '#app/domain/identity/variables.ts'
import type { Transport } from '#app/domain/messaging/dispatch.ts'
import {
  type EndableKey,
  endableKeyOf,
  isEndableKey,
} from '#app/domain/messaging/notification-kinds.ts'
import { paths } from '#app/paths.ts'
import type { Env } from './environment.ts'

type Ended = { studioId: string; key: EndableKey; email: string }

const signatureOf = (env: Env, body: string): string =>
  createHmac('sha256', secretOf(env, 'COOKIE_SECRET'))
    .update(`notification-link:${body}`)
    .digest('base64url')
    .slice(0, 22)

/** The part of the address that says what ends, and where. */
export function notificationToken(env: Env, { studioId, key, email }: Ended): string {
  const body = Buffer.from(JSON.stringify([studioId, key, email])).toString('base64url')
  return `${body}.${signatureOf(env, body)}`
}

/** What such a link ends; null for one that is none of ours. */
export function readNotificationToken(env: Env, token: string): Ended | null {
  const [body = '', signed = ''] = token.split('.')
  const [expected, given] = [Buffer.from(signatureOf(env, body)), Buffer.from(signed)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  const [studioId, key, email] = JSON.parse(Buffer.from(body, 'base64url').toString()) as string[]
  return studioId && email && key && isEndableKey(key) ? { studioId, key, email } : null
}

/** Gives each email that its reader may switch off the address that does so. */
export function withNotificationLinks(
  transport: Transport,
  {
    env,
    origin,
    slugOf,
  }: { env: Env; origin: string; slugOf: (studioId: string) => Promise<string | null> },
): Transport {
  return {
    async send(dispatch) {
      const { studioId, kind, to, unsubscribe } = dispatch
      const key = endableKeyOf(kind)
      if (unsubscribe !== null || studioId === null || key === null) return transport.send(dispatch)
      const slug = await slugOf(studioId)
      const token = notificationToken(env, { studioId, key, email: to })
      return transport.send({
        ...dispatch,
        unsubscribe: slug === null ? null : `${origin}${paths.unsubscribe({ slug }, token)}`,
      })
    },
  }
}
