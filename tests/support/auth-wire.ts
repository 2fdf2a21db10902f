/** Calls of the auth service as any HTTP client makes them, and servers with other variables. */
import { newId } from '#app/values/id.ts'
import { databaseEnv, startLocalServer } from '../../scripts/local-server.ts'
import { type AuthServer, projectKey, sharedServer } from './supabase.ts'

export type WireCall = {
  method?: string
  body?: unknown
  /** The body as it is, in the place of JSON. */
  raw?: string
  headers?: Record<string, string> | [string, string][]
  /** The anon key unless said; null sends none. */
  apikey?: string | null
  server?: AuthServer
}

export type WireAnswer = {
  status: number
  headers: Headers
  text: string
  /** Where it leads. */
  location: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests look at.
  json: any
}

/** One call of the wire; redirects are not followed. */
export async function call(
  path: string,
  { method, body, raw, headers = {}, apikey, server = sharedServer() }: WireCall = {},
): Promise<WireAnswer> {
  const key = apikey === undefined ? await projectKey('anon', server) : apikey
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const all = new Headers(headers)
  if (key) all.set('apikey', key)
  const answer = await fetch(`${server.origin}/auth/v1${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: all,
    redirect: 'manual',
    ...(sent === undefined ? {} : { body: sent }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    location: answer.headers.get('Location') ?? '',
    json: text.startsWith('{') ? JSON.parse(text) : null,
  }
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Status and code of a refusal, such as `400 validation_failed`; of a success only the status. */
export const outcomeOf = ({ status, json }: WireAnswer) =>
  json?.error_code ? `${status} ${json.error_code}` : String(status)

export type OwnServer = AuthServer & {
  close(): Promise<void>
  directory: D1Database
  /** Inserts a confirmed account and answers its address. */
  insertAccount(passwordHash: string | null): Promise<string>
}

/**
 * A server of its own with `variables` over those of the shared one, and its databases in memory.
 * Takes seconds to start: one a file, with several variables together. End it with `close`.
 */
export async function startAuthServer(variables: Record<string, string>): Promise<OwnServer> {
  const all = { ...sharedServer().variables, ...variables }
  const { url, miniflare } = await startLocalServer({ variables: all })
  const { DIRECTORY } = await databaseEnv(miniflare)
  return {
    origin: url,
    variables: all,
    close: () => miniflare.dispose(),
    directory: DIRECTORY,
    insertAccount: async (passwordHash) => {
      const [id, email, at] = [
        crypto.randomUUID(),
        `${newId().toLowerCase()}@example.test`,
        '2026-01-01T00:00:00Z',
      ]
      await DIRECTORY.prepare(
        `INSERT INTO auth_users (id, email, password_hash, email_confirmed_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
      )
        .bind(id, email, passwordHash, at, at, at)
        .run()
      return email
    },
  }
}

export type SentMessage = { to: string; subject: string; text: string; token: string; code: string }

/**
 * Messages to an address in the development outbox, newest first, with the token and the code they
 * carry.
 */
export async function messagesTo(
  address: string,
  server: AuthServer = sharedServer(),
): Promise<SentMessage[]> {
  const answer = await fetch(`${server.origin}/dev/outbox.json`)
  const all = (await answer.json()) as { to: string; subject: string; text: string }[]
  return all
    .filter(({ to }) => to === address)
    .map((message) => ({
      ...message,
      token: /token_hash=([\w-]+)/.exec(message.text)?.[1] ?? '',
      code: /\b(\d{6})\b/.exec(message.text.replace(/https?:\/\/\S+/g, ''))?.[1] ?? '',
    }))
}

/** The newest of them. */
export async function newestMessageTo(address: string, server?: AuthServer): Promise<SentMessage> {
  const [newest] = await messagesTo(address, server)
  if (!newest) throw new Error(`No message to ${address}`)
  return newest
}
