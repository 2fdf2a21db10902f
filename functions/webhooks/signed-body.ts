/** What every post that is signed as Standard Webhooks have it goes through. */
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { listOpenStudios } from '#app/domain/studios/open-studios.server.ts'
import { publicOrigin } from '#app/http/environment.ts'
import { readBody } from '#app/http/form.server.ts'
import { readSigned } from '#app/values/mail/standard-webhooks.ts'
import type { JobContext } from '#functions/jobs/job.ts'

/** The body of a post that was signed, and lately, with its id; a refusal where it was not. */
export async function signedBody(
  request: Request,
  secret: string | undefined,
  limit: number,
): Promise<{ id: string; bytes: Uint8Array<ArrayBuffer>; body: string } | Response> {
  if (!secret) return new Response('Nothing comes in here.', { status: 404 })
  const bytes = await readBody(request, limit).catch((refusal) => {
    if (refusal instanceof Response) return refusal
    throw refusal
  })
  if (bytes instanceof Response) return bytes
  const body = new TextDecoder().decode(bytes)
  const signed = readSigned((name) => request.headers.get(name), body, secret, Date.now())
  return signed
    ? { id: signed.id, bytes, body }
    : new Response('This is not signed by the program we know, or is too old.', { status: 401 })
}

/** What a body says; null where it is no JSON. */
export const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** An open studio at the business clock; null for none. */
export async function contextOf(
  { env, directory, shards, now, clock }: JobContext,
  studioId: string,
): Promise<StudioContext | null> {
  const [studio] = await listOpenStudios(directory, [studioId])
  const db = shards.find(({ number }) => number === studio?.shard)?.db
  if (!studio || !db) return null
  const secret = readConfiguration(env).secret
  return { db, studio, now, nowMs: clock(), origin: publicOrigin(env), secret }
}
