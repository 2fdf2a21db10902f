import { readText } from '#app/values/read-bytes.ts'
import type { Dispatch, SmsVariables } from './dispatch.ts'

/** The service may take this long; less than a claim's lease. */
const answerMs = 10_000
/** Its words are read no further than this. */
const wordBytes = 64 * 1024

export type SmsSettings = { url: string; from: string; authorization: string | null }

/** The SMS variables, checked. Throws an error that names the one that is missing or wrong. */
export function smsSettings({
  SMS_URL,
  SMS_FROM,
  SMS_USER,
  SMS_PASSWORD,
}: SmsVariables): SmsSettings {
  if (!SMS_URL || !URL.canParse(SMS_URL))
    throw new Error('SMS_URL must be the address that takes messages')
  if (!SMS_FROM) throw new Error('SMS_FROM is missing: the number or name that messages come from')
  if (Boolean(SMS_USER) !== Boolean(SMS_PASSWORD))
    throw new Error('SMS_USER and SMS_PASSWORD are set together or not at all')
  const authorization = SMS_USER
    ? `Basic ${Buffer.from(`${SMS_USER}:${SMS_PASSWORD}`).toString('base64')}`
    : null
  return { url: SMS_URL, from: SMS_FROM, authorization }
}

/**
 * Hands one text message to an HTTP service, in the form that Twilio and its imitators take: `To`,
 * `From` and `Body` as a form, with basic authentication. Throws in the service's words when it
 * refuses. `Idempotency-Key` is the same on each try.
 */
export async function sendByHttp(
  { url, from, authorization }: SmsSettings,
  dispatch: Dispatch,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Idempotency-Key': dispatch.messageId,
      ...(authorization ? { Authorization: authorization } : {}),
    },
    body: new URLSearchParams({
      To: `+${dispatch.to.replace(/^\+/, '')}`,
      From: from,
      Body: dispatch.text,
    }),
    signal: AbortSignal.timeout(answerMs),
  })
  const words = (await readText(answer.body, wordBytes)) ?? 'more than we read'
  if (!answer.ok)
    throw new Error(`The SMS service answered ${answer.status}: ${words.slice(0, 200)}`)
}
