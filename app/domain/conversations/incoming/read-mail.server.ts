/** An email as it comes in: whose answer it is, or why it is nobody's. */
import PostalMime from 'postal-mime'
import { foldQuotes } from '#app/values/mail/fold-quotes.ts'
import { readReplyAddress } from '#app/values/mail/reply-address.ts'
import { tidyStart } from '#app/values/text/tidy-text.ts'

/** Beyond this a letter is not read: an answer is some kilobytes. */
export const mailBytes = 2 * 1024 * 1024

/** So much of its words is kept. */
const wordsKept = 20_000

export type IncomingMail =
  | {
      is: 'answer'
      studioId: string
      token: string
      from: string
      fromName: string
      messageId: string
      text: string
      quoted: string
      attachments: number
    }
  /** A mail server says that our letter `letterId` did not reach `address`, for good. */
  | { is: 'bounce'; letterId: string; address: string }
  | { is: 'dropped'; why: 'automatic' | 'loop' | 'no_address' | 'empty' }

/**
 * Reads raw MIME. `recipient` is the envelope's, where it is known. What a program sent automatically
 * (an out-of-office, a list, a letter of ours that came back) is dropped, so that two programs never
 * write to one another; RFC 3834 says how they are known.
 */
export async function readMail(raw: Uint8Array, recipient = ''): Promise<IncomingMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? ''
  const source = new TextDecoder().decode(raw)
  if (/multipart\/report/.test(header('content-type')) && /delivery-status/.test(source))
    return readBounce(source)
  if (header('x-cadence') !== '') return { is: 'dropped', why: 'loop' }
  const sender = mail.from?.address?.toLowerCase() ?? ''
  if (
    (header('auto-submitted') || 'no') !== 'no' ||
    /^(bulk|junk|list|auto_reply)$/.test(header('precedence')) ||
    header('list-id') !== '' ||
    header('x-autoreply') !== '' ||
    header('x-autorespond') !== '' ||
    header('return-path') === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(sender)
  )
    return { is: 'dropped', why: 'automatic' }
  const addressed = [
    recipient,
    header('delivered-to'),
    header('x-original-to'),
    ...[...(mail.to ?? []), ...(mail.cc ?? [])].map(({ address }) => address ?? ''),
  ]
  const key = addressed
    .map((one) => readReplyAddress(one.replace(/[<>]/g, '')))
    .find((found) => found !== null)
  if (!key) return { is: 'dropped', why: 'no_address' }
  const folded = foldQuotes(mail.text ?? wordsOf(mail.html ?? ''))
  const text = tidyStart(folded.text, wordsKept)
  const attachments = mail.attachments.filter(({ related }) => !related).length
  if (text === '' && attachments === 0) return { is: 'dropped', why: 'empty' }
  return {
    is: 'answer',
    ...key,
    from: sender,
    fromName: tidyStart(mail.from?.name ?? '', 120),
    messageId: mail.messageId || (await digestOf(raw)),
    text,
    quoted: tidyStart(folded.quoted, wordsKept),
    attachments,
  }
}

/** RFC 3464: only what failed for good, of a letter whose Message-ID is one of ours. */
function readBounce(source: string): IncomingMail {
  const address = /^Final-Recipient:\s*rfc822;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$/im.exec(source)?.[1]
  const failed = /^Action:\s*failed/im.test(source) && /^Status:\s*5/im.test(source)
  const ids = [...source.matchAll(/^Message-ID:\s*<([0-9A-Za-z]{12,16})@/gim)].map(([, id]) => id)
  const letterId = ids.at(-1)
  return failed && address && letterId
    ? { is: 'bounce', letterId, address: address.toLowerCase() }
    : { is: 'dropped', why: 'automatic' }
}

/** The words of html, for programs that send nothing else. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<blockquote[\s\S]*$/i, '')
    .replace(/<(br|\/p|\/div|\/li|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

async function digestOf(raw: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(raw))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
