/** A real SMTP server on loopback that keeps what it is given, without a mail parser. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  to: string[]
  headers: string
  text: string
  html: string
  messageId: string
  subject: string
}

export type MailServer = {
  /** Variables that make the Worker send to it. */
  variables: Record<string, string>
  received: ReceivedMail[]
  /** How often a name and password arrived. */
  logins: number
  /** What to answer to the next messages: an error refuses them. */
  refuseWith: Error | null
  close(): Promise<void>
}

/** Starts one on a free port. With `login`, it asks for that name and password. */
export async function startMailServer(login?: {
  user: string
  password: string
}): Promise<MailServer> {
  const mail: MailServer = {
    variables: {},
    received: [],
    logins: 0,
    refuseWith: null,
    close: async () => {},
  }
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !login,
    onAuth: (auth, _session, done) => {
      mail.logins += 1
      if (auth.username === login?.user && auth.password === login?.password)
        done(null, { user: auth.username })
      else done(new Error('Wrong name or password'))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (mail.refuseWith) return done(mail.refuseWith)
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        mail.received.push(parse(Buffer.concat(chunks).toString('utf8'), to))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  mail.variables = {
    MAIL_TRANSPORT: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_SECURITY: 'none',
    ...(login ? { SMTP_USER: login.user, SMTP_PASSWORD: login.password } : {}),
  }
  mail.close = () => new Promise((resolve) => server.close(() => resolve()))
  return mail
}

function parse(source: string, to: string[]): ReceivedMail {
  const [headers = ''] = source.split('\r\n\r\n', 1)
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const boundary = /boundary="(alternative_[^"]+)"/.exec(source)?.[1]
  const part = (type: string) => {
    const start = source.indexOf(`Content-Type: ${type}`)
    if (start < 0) return ''
    const body = source.slice(source.indexOf('\r\n\r\n', start) + 4)
    return decodeQuotedPrintable(body.slice(0, body.indexOf(`\r\n--${boundary}`)))
  }
  return {
    to,
    headers,
    text: part('text/plain'),
    html: part('text/html'),
    messageId: header('Message-ID'),
    subject: header('Subject'),
  }
}

function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
