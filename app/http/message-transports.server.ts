import {
  type DirectoryDb,
  type StudioDb,
  studioDb,
  withoutMeter,
} from '#app/db/connection.server.ts'
import { Meter } from '#app/db/meter.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { hookSender } from '#app/domain/identity/hooks/hook-sender.server.ts'
import { hasSession } from '#app/domain/identity/sessions/session-queries.server.ts'
import type { Transport } from '#app/domain/messaging/dispatch.ts'
import { readPushKey } from '#app/domain/messaging/push/push-key.server.ts'
import { pushTransport } from '#app/domain/messaging/push/push-transport.server.ts'
import { type Transports, transportsFrom } from '#app/domain/messaging/transports.server.ts'
import { findStudioById } from '#app/domain/studios/find-studio-by-id.server.ts'
import { type Env, publicOrigin } from './environment.ts'
import { withNotificationLinks } from './notification-links.server.ts'

/**
 * Who sends messages: the mail server of the installation, push services and, for links and codes of
 * accounts, its hooks.
 */
export function transportsOf(env: Env, directory: DirectoryDb, clock: () => number): Transports {
  const plain = transportsFrom(env)
  const email =
    plain.email &&
    withNotificationLinks(plain.email, {
      env,
      origin: publicOrigin(env),
      slugOf: async (studioId) => (await findStudioById(directory, studioId))?.slug ?? null,
    })
  const usual = { ...plain, email, push: pushOf(env, directory, clock) }
  // Only who sends links by a hook needs the configuration of accounts here.
  if (!env.AUTH_HOOK_SEND_EMAIL_URL && !env.AUTH_HOOK_SEND_SMS_URL) return usual
  const other = hookSender({
    directory,
    configuration: readConfiguration(env),
    origin: publicOrigin(env),
    clock,
  })
  return other ? { ...usual, other } : usual
}

/** The installation's key of push messages; null where push is off. */
export const pushKeyFrom = (env: Env) =>
  readPushKey(env.PUSH_KEY, publicOrigin(env) || 'https://localhost')

function pushOf(env: Env, directory: DirectoryDb, clock: () => number): Transport | null {
  const key = pushKeyFrom(env)
  if (!key) return null
  return pushTransport(key, {
    clock,
    isSignedIn: (session) => hasSession(directory, session),
    async findStudio(id) {
      const studio = await findStudioById(directory, id)
      return (
        studio && { ...studio, db: withoutMeter(studioDb(env, studio, new Meter())) as StudioDb }
      )
    },
  })
}
