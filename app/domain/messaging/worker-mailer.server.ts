/**
 * worker-mailer 1.2.1 with two corrections, made on its prototype because its sessions can be
 * opened in no other way (docs/decisions/0009). The version is pinned;
 * tests/http/outbox-smtp.test.ts proves both.
 */
import { WorkerMailer } from 'worker-mailer'

type Session = {
  reader: ReadableStreamDefaultReader<Uint8Array>
  secure: boolean
  startTls: boolean
  supportsStartTls: boolean
  read(): Promise<string>
  auth(): Promise<void>
}

const session = WorkerMailer.prototype as unknown as Session

/**
 * The original asks a closed connection for ever without yielding, which hangs the whole isolate.
 */
session.read = async function read(this: Session): Promise<string> {
  const decoder = new TextDecoder()
  let answer = ''
  for (;;) {
    const { value, done } = await this.reader.read()
    if (done) throw new Error('The mail server closed the connection')
    answer += decoder.decode(value, { stream: true })
    // An answer is over with a line whose code is not followed by a hyphen.
    if (answer.endsWith('\n') && !/^\d+-/.test(answer.trimEnd().split(/\r?\n/).at(-1) ?? ''))
      return answer
  }
}

const authenticate = session.auth

/** The original goes on in plain text, password and all, when a server offers no STARTTLS. */
session.auth = async function auth(this: Session): Promise<void> {
  if (this.startTls && !this.secure && !this.supportsStartTls) {
    throw new Error('The mail server offers no STARTTLS; SMTP_SECURITY says it must')
  }
  await authenticate.call(this)
}

export { WorkerMailer }
