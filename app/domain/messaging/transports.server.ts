/** Where messages go: ports, chosen by the variables of the environment (docs/operations.md). */
import type { outboxColumns } from '#app/db/outbox-columns.ts'
import type { SmsVariables, SmtpSettings, Transport } from './dispatch.ts'
import { sendByHttp, smsSettings } from './sms-transport.server.ts'

export type Channel = (typeof outboxColumns.channel)['_']['data']
/**
 * Another program of the installation that sends some kinds of messages instead; null where it does
 * not.
 */
export type OtherSender = Record<Exclude<Channel, 'push'>, Transport | null> & {
  push?: null
  kinds: readonly string[]
}

/** Null keeps the channel's messages in the outbox. */
export type Transports = Record<Exclude<Channel, 'push'>, Transport | null> & {
  push?: Transport | null
  other?: OtherSender
}

/** Who sends a message; null keeps it. */
export function transportOf(
  { other, ...usual }: Transports,
  channel: Channel,
  kind: string,
): Transport | null {
  return (other?.kinds.includes(kind) ? other[channel] : null) ?? usual[channel] ?? null
}

export type MailVariables = Partial<
  Record<
    | 'MAIL_TRANSPORT'
    | 'MAIL_FROM'
    | 'MAIL_REPLY_DOMAIN'
    | 'SMTP_HOST'
    | 'SMTP_PORT'
    | 'SMTP_USER'
    | 'SMTP_PASSWORD'
    | 'SMTP_SECURITY',
    string
  >
>

/** The SMTP variables, checked. Throws an error that names the one that is missing or wrong. */
export function smtpSettings(variables: MailVariables): SmtpSettings {
  const {
    SMTP_HOST: host,
    SMTP_PORT,
    SMTP_USER: user = '',
    SMTP_PASSWORD: password = '',
  } = variables
  if (!host) throw new Error('SMTP_HOST is missing: the name of the mail server')
  const port = Number(SMTP_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('SMTP_PORT must be a port, such as 587')
  const security = variables.SMTP_SECURITY || 'starttls'
  if (security !== 'none' && security !== 'starttls' && security !== 'tls') {
    throw new Error('SMTP_SECURITY must be none, starttls or tls')
  }
  if (Boolean(user) !== Boolean(password))
    throw new Error('SMTP_USER and SMTP_PASSWORD are set together or not at all')
  const replyDomain = (variables.MAIL_REPLY_DOMAIN ?? '').trim().toLowerCase()
  if (replyDomain !== '' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(replyDomain))
    throw new Error('MAIL_REPLY_DOMAIN must be a domain, such as reply.cadence.example')
  const from = sender(variables.MAIL_FROM ?? '')
  return { host, port, user, password, security, from, replyDomain }
}

function sender(text: string): SmtpSettings['from'] {
  const match = /^(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(text.trim())
  if (!match)
    throw new Error('MAIL_FROM must be an address, such as Cadence <no-reply@cadence.example>')
  return { name: match[1] ?? '', email: match[2]! }
}

/** The transports these variables ask for. */
export function transportsFrom(variables: MailVariables & SmsVariables): Transports {
  return { email: mailTransport(variables), sms: smsTransport(variables) }
}

function mailTransport(variables: MailVariables): Transport | null {
  const kind = variables.MAIL_TRANSPORT || 'none'
  if (kind === 'none') return null
  if (kind !== 'smtp') throw new Error('MAIL_TRANSPORT must be none or smtp')
  const settings = smtpSettings(variables)
  // Loaded when first needed: it imports `cloudflare:sockets`, which only the Worker has.
  return {
    send: async (dispatch) =>
      (await import('./smtp-transport.server.ts')).sendBySmtp(settings, dispatch),
  }
}

function smsTransport(variables: SmsVariables): Transport | null {
  const kind = variables.SMS_TRANSPORT || 'none'
  if (kind === 'none') return null
  if (kind !== 'http') throw new Error('SMS_TRANSPORT must be none or http')
  const settings = smsSettings(variables)
  return { send: (dispatch) => sendByHttp(settings, dispatch) }
}
