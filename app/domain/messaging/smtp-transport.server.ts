import { LogLevel } from 'worker-mailer'
import type { Dispatch, SmtpSettings } from './dispatch.ts'
import { WorkerMailer } from './worker-mailer.server.ts'

/** Each answer of the server may take this long; the whole try less than a claim's lease. */
const answerMs = 15_000
const tryMs = 60_000

/**
 * Hands one message to the mail server over a connection of its own; throws in the server's words
 * when it refuses.
 */
export async function sendBySmtp(settings: SmtpSettings, dispatch: Dispatch): Promise<void> {
  const { host, port, user, password, security, from, replyDomain } = settings
  // A line break in an address would begin a new SMTP command.
  if (!/^[^\s<>]+@[^\s<>]+$/.test(dispatch.to))
    throw new Error('The address is none that mail can be sent to')
  await inTime(
    WorkerMailer.send(
      {
        host,
        port,
        secure: security === 'tls',
        startTls: security === 'starttls',
        ...(user
          ? { credentials: { username: user, password }, authType: ['plain', 'login'] }
          : {}),
        socketTimeoutMs: answerMs,
        logLevel: LogLevel.NONE,
      },
      {
        from,
        to: dispatch.to,
        subject: dispatch.subject.replace(/[\r\n]+/g, ' '),
        text: dispatch.text,
        html: dispatch.html,
        headers: {
          'Message-ID': `<${dispatch.messageId}@${from.email.split('@')[1]}>`,
          ...unsubscribeHeaders(dispatch.unsubscribe),
          ...replyHeaders(dispatch.replyTo, replyDomain),
        },
      },
    ),
  )
}

/** One press in the mail program ends emails of this sort (RFC 8058). */
const unsubscribeHeaders = (address: string | null): Record<string, string> =>
  address && !/[\s<>]/.test(address)
    ? {
        'List-Unsubscribe': `<${address}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}

/** Where an answer goes; a letter of ours that comes back by itself is known by `X-Cadence`. */
const replyHeaders = (replyTo: string | null, domain: string): Record<string, string> =>
  replyTo && domain ? { 'Reply-To': `<${replyTo}@${domain}>`, 'X-Cadence': 'conversation' } : {}

async function inTime(sending: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), tryMs)
  })
  try {
    await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
