import type { StudioDb } from '#app/db/connection.server.ts'
import { paths } from '#app/paths.ts'
import type { Transport } from '../dispatch.ts'
import { encryptPush } from './encrypt-push.server.ts'
import { findSubscription, forgetDevice } from './push-devices.server.ts'
import type { PushKey } from './push-key.server.ts'

/** A push service may take this long; less than a claim's lease. */
const answerMs = 5_000

/** How long a push service keeps a message for a device that is off, in seconds: a day. */
const keptSeconds = 24 * 60 * 60

/** A record holds 4,096 bytes; words beyond this are not shown by any device. */
const mostCharacters = 800

/** Answers that end a device. */
const ended = [401, 403, 404, 410]

/** The studio a message is of, and its database; null for one that is closed. */
export type FindPushStudio = (
  studioId: string,
) => Promise<{ name: string; slug: string; db: StudioDb } | null>

/**
 * Sends a notice to one device. A device whose session ended, or whose push service says that it is
 * gone (404, 410) or was turned on with another key (401, 403), is forgotten, and the message with
 * it: its person can turn it on again. Throws in other cases, so that it is tried again.
 */
export function pushTransport(
  key: PushKey,
  {
    findStudio,
    isSignedIn,
    clock,
  }: {
    findStudio: FindPushStudio
    isSignedIn: (session: { userId: string; sessionId: string }) => Promise<boolean>
    clock: () => number
  },
): Transport {
  return {
    async send({ studioId, messageId, to, text, html: path }) {
      const studio = studioId === null ? null : await findStudio(studioId)
      if (studioId === null || !studio) return
      const { db, name, slug } = studio
      const device = await findSubscription(db, studioId, to)
      if (!device) return
      if (!(await isSignedIn(device))) return forgetDevice(db, studioId, to)
      const words = text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text
      const url = path || paths.notices({ slug })
      const message = { title: name, body: words, url, tag: messageId }
      const answer = await fetch(device.endpoint, {
        method: 'POST',
        headers: {
          Authorization: await key.authorize(device.endpoint, clock()),
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          TTL: String(keptSeconds),
        },
        body: await encryptPush(device, JSON.stringify(message)),
        // Where it leads was not looked at: only the address itself was.
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
      await answer.body?.cancel()
      if (ended.includes(answer.status)) return forgetDevice(db, studioId, to)
      if (!answer.ok) throw new Error(`The push service answered ${answer.status}`)
    },
  }
}
