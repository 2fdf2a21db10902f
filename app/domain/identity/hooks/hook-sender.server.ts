import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { authUsers } from '#app/db/directory-auth.ts'
import type { Dispatch, Transport } from '#app/domain/messaging/dispatch.ts'
import type { OtherSender } from '#app/domain/messaging/transports.server.ts'
import type { Account } from '../accounts/account-queries.server.ts'
import type { AuthConfiguration } from '../configuration.server.ts'
import { hashSecretToken } from '../secrets/secret-tokens.server.ts'
import { callHook } from './call-hook.server.ts'
import { hookUser } from './hooks.server.ts'

/** What the mails of accounts are for, in the words of the wire, by their message file. */
const actions: Record<string, string> = {
  'confirm-address': 'signup',
  'account-invitation': 'invite',
  'sign-in-link': 'magiclink',
  'reset-password': 'recovery',
  'change-address': 'email_change',
  'reauthentication-code': 'reauthentication',
}

type Sending = {
  directory: DirectoryDb
  configuration: AuthConfiguration
  origin: string
  clock: () => number
}

/**
 * Lets the hooks send-email and send-sms send the links and codes of accounts instead of our own
 * transports; undefined where neither is configured. A hook that fails is asked again like a mail
 * server.
 */
export function hookSender(ctx: Sending): OtherSender | undefined {
  const { hooks } = ctx.configuration
  if (!hooks['send-email'] && !hooks['send-sms']) return undefined
  return {
    kinds: [...Object.keys(actions), 'sms-code'],
    email: hooks['send-email'] ? emailHook(ctx) : null,
    sms: hooks['send-sms'] ? smsHook(ctx) : null,
  }
}

/** The link and the code are in the letter: they are kept nowhere else but as hashes. */
function secretOf(text: string): { code: string; token: string; redirectTo: string } {
  const href = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const query = href ? new URL(href).searchParams : new URLSearchParams()
  return {
    code: /(?<!\d)\d{6}(?!\d)/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0] ?? '',
    token: query.get('token_hash') ?? '',
    redirectTo: query.get('redirect_to') ?? '',
  }
}

function emailHook(ctx: Sending): Transport {
  return {
    send: async ({ kind, to, text }: Dispatch) => {
      const { code, token, redirectTo } = secretOf(text)
      await call(ctx, 'send-email', {
        user: await userOf(ctx, { to, token }),
        email_data: {
          token: code,
          token_hash: token,
          redirect_to: redirectTo || ctx.origin,
          email_action_type: actions[kind],
          site_url: ctx.origin,
          token_new: '',
          token_hash_new: '',
        },
      })
    },
  }
}

function smsHook(ctx: Sending): Transport {
  return {
    send: async ({ to, text }: Dispatch) => {
      const { code, token } = secretOf(text)
      await call(ctx, 'send-sms', {
        user: await userOf(ctx, { to, token }),
        sms: { otp: code, phone: to },
      })
    },
  }
}

const call = (
  { configuration, clock }: Sending,
  name: 'send-email' | 'send-sms',
  payload: Record<string, unknown>,
) => callHook({ configuration, nowMs: clock() }, name, payload)

/** Whose the link is; without one, who has (or asks for) the address. */
async function userOf({ directory }: Sending, { to, token }: { to: string; token: string }) {
  const digits = to.replace(/^\+/, '')
  const { accounts } = await batch(directory, {
    accounts: directory
      .select()
      .from(authUsers)
      .where(
        token
          ? sql`id = (SELECT user_id FROM auth_one_time_tokens
            WHERE token_hash = ${hashSecretToken(token)})`
          : sql`(email = ${to} AND is_sso_user = 0) OR phone = ${digits} OR new_phone = ${digits}`,
      )
      .limit(1),
  })
  const account: Account | undefined = accounts[0]
  return account
    ? hookUser(account)
    : { email: to.includes('@') ? to : '', phone: to.includes('@') ? '' : digits }
}
