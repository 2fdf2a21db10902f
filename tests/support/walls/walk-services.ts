/**
 * The walk through the services for programs: every endpoint of auth, storage and rest, called with
 * the token of somebody of Northside and the twin's folders, files, studio and accounts.
 */
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import { auth } from '#functions/auth/app.ts'
import { rest } from '#functions/rest/app.ts'
import { storage } from '#functions/storage/app.ts'
import { testSecrets } from '../accounts.ts'
import { twinMark } from './twin-studio.ts'
import type { WallWorld } from './wall-world.ts'

const services = { '/auth/v1': auth, '/storage/v1': storage, '/rest/v1': rest }

/** Anyone who calls these speaks of nobody but themselves, or needs no account at all. */
const ofOneself =
  /\/(signup|token|otp|verify|resend|recover|reauthenticate|authorize|callback|sso|logout|settings|health|jwks\.json)\b|\/user$|\/user\/identities\/authorize|\/factors$/

/** What lies in the public bucket anybody may read by its address. */
const ofAnybody = /\/public\//

type Call = { method: string; path: string; body: Record<string, unknown> | null }

/** Every endpoint of the three services, from their own route lists, with the twin's ids. */
async function calls(world: WallWorld): Promise<Call[]> {
  const { twin, env } = world
  const query = `SELECT bucket_id AS bucket, path FROM objects
    WHERE studio_id = ? AND bucket_id = 'Files' LIMIT 1`
  const file = await env.STUDIOS_0.prepare(query)
    .bind(twin.id)
    .first<{ bucket: string; path: string }>()
  if (!file) throw new Error('The twin has no private file')
  const other = await env.DIRECTORY.prepare(
    "SELECT id FROM auth_users WHERE email = 'owner@southside.test'",
  ).first<{ id: string }>()
  const found: Call[] = []
  for (const [prefix, app] of Object.entries(services)) {
    const listed = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    for (const { method, path } of listed) {
      if (ofOneself.test(path) || ofAnybody.test(path)) continue
      for (const folder of [twin.id, twin.slug]) {
        const there = file.path.replace(twin.id, folder)
        const filled = path
          .replace(':bucket', file.bucket)
          .replace(/:path\{\.\+\}/, there)
          .replace(':table', 'studios')
          .replace(/:\w+/g, other?.id ?? '')
        const body = {
          prefix: folder,
          prefixes: [there],
          paths: [there],
          expiresIn: 60,
          name: folder,
          bucketId: file.bucket,
          sourceKey: there,
          destinationKey: `${folder}/brand/a.png`,
          email: 'owner@southside.test',
          type: 'recovery',
          studio_id: twin.id,
        }
        const query = prefix === '/rest/v1' ? `?id=eq.${twin.id}` : ''
        const sends = method === 'GET' || method === 'HEAD' ? null : body
        found.push({ method, path: prefix + filled + query, body: sends })
      }
    }
  }
  for (const asked of ['users?select=*', `users?select=*,studios(*)&studio_id=eq.${twin.id}`])
    found.push({ method: 'GET', path: `/rest/v1/${asked}`, body: null })
  return found
}

/** Makes each call as `role`; answers what went through. */
export async function callForeign(world: WallWorld, role: Role): Promise<string[]> {
  const { origin, sessions, twin } = world
  const apikey = await signProjectKey(readConfiguration(testSecrets), 'anon')
  const holes: string[] = []
  for (const { method, path, body } of await calls(world)) {
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey,
        Authorization: `Bearer ${sessions[role].accessToken}`,
        'Content-Type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    const what = `${role} ${method} ${path}: ${answer.status}`
    if (answer.status >= 500) holes.push(what)
    const sent = new Set(twin.foundIn(path + JSON.stringify(body)))
    // A list that finds nothing says so with 200.
    if (twin.foundIn(text).some((id) => !sent.has(id)) || text.includes(twinMark))
      holes.push(`${what} shows what is the other studio's`)
    if (
      answer.ok &&
      !/^(\[\]|\{"data":\[\]\}|\[\{"error":.*)$/.test(text.trim()) &&
      !isOwn(path, text, world)
    )
      holes.push(`${what} ${text.slice(0, 120)}`)
    for (const breach of await world.breaches()) holes.push(`${what}: ${breach}`)
  }
  return holes
}

/** The own row of `users` and the studio of one's own, which the table reads answer. */
const isOwn = (path: string, text: string, { own }: WallWorld) =>
  path.startsWith('/rest/v1/users') && (text.includes(own.id) || text.includes('auth_id'))
