/** What the outbox of a test's directory holds for an address. */
import { sql } from 'drizzle-orm'
import type { TestDatabases } from './databases.ts'

export type QueuedMessage = {
  kind: string
  channel: string
  text: string
  token: string
  code: string
}

/** Messages to an address, oldest first, with the token of their link and their six-digit code. */
export async function messagesTo(
  { directory }: Pick<TestDatabases, 'directory'>,
  address: string,
): Promise<QueuedMessage[]> {
  const rows = await directory.all<{ kind: string; channel: string; text: string }>(
    sql`SELECT kind, channel, text FROM outbox WHERE recipient = ${address} ORDER BY created_at_ms, rowid`,
  )
  return rows.map((row) => ({
    ...row,
    token: /token_hash=([\w-]+)/.exec(row.text)?.[1] ?? '',
    code: /\b(\d{6})\b/.exec(row.text.replace(/https?:\/\/\S+/g, ''))?.[1] ?? '',
  }))
}

/** The newest of them. */
export async function newestMessageTo(
  world: Pick<TestDatabases, 'directory'>,
  address: string,
): Promise<QueuedMessage> {
  const newest = (await messagesTo(world, address)).at(-1)
  if (!newest) throw new Error(`No message to ${address}`)
  return newest
}
