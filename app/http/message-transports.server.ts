import type { DirectoryDb } from '#app/db/connection.server.ts'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { hookSender } from '#app/domain/identity/hooks/hook-sender.server.ts'
import { type Transports, transportsFrom } from '#app/domain/messaging/transports.server.ts'
import { findStudioById } from '#app/domain/studios/find-studio-by-id.server.ts'
import { type Env, publicOrigin } from './environment.ts'
import { withNotificationLinks } from './notification-links.server.ts'

/**
 * Who sends messages: the mail server of the installation and, for links and codes of accounts, its
 * hooks.
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
  const usual = { ...plain, email }
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
