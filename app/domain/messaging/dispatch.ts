/** A message on its way out, and what each way needs to know. */
/**
 * A queued message on its way out. `messageId` is the same on each try, so that a repeat can be
 * recognised.
 */
export type Dispatch = {
  messageId: string
  /** Null for messages of the account itself. */
  studioId: string | null
  /** The message file's name, such as `booking-promoted`. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Where the recipient ends emails of this sort; null for what they need. */
  unsubscribe: string | null
  /** What the address for replies begins with; null where nobody reads them. */
  replyTo: string | null
}

/** Hands one message over, or throws; the error's words are kept with the message. */
export type Transport = { send(dispatch: Dispatch): Promise<void> }

export type SmsVariables = Partial<
  Record<'SMS_TRANSPORT' | 'SMS_URL' | 'SMS_USER' | 'SMS_PASSWORD' | 'SMS_FROM', string>
>

export type SmtpSettings = {
  host: string
  port: number
  user: string
  password: string
  security: 'none' | 'starttls' | 'tls'
  from: { name: string; email: string }
  /** The domain whose mail comes back to `/webhooks/mail` or `email()`; empty where none does. */
  replyDomain: string
}
