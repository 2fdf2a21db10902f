/**
 * The published client as someone outside the project makes it, and studios with people of every
 * role.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { mintAccount, mintSession } from '../support/accounts.ts'
import { builtDatabases } from '../support/built-databases.ts'
import { mintStudio } from '../support/studios.ts'
import { workerOrigin } from '../support/worker-origin.ts'

export const origin = workerOrigin
export const databases = builtDatabases()

export const projectKey = (role: 'anon' | 'service_role') =>
  signProjectKey(readConfiguration(inject('variables')), role)

/** A client with one of the project's keys, or with an account's token beside the anon key. */
export async function client(
  who: 'anon' | 'service_role' | { accessToken: string },
): Promise<SupabaseClient> {
  const key = await projectKey(typeof who === 'string' ? who : 'anon')
  // Node 20 has no WebSocket, and nothing here opens one.
  const transport = class {} as unknown as typeof WebSocket
  return createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport },
    ...(typeof who === 'string'
      ? {}
      : { global: { headers: { Authorization: `Bearer ${who.accessToken}` } } }),
  })
}

export const newStudio = (facts: Partial<Studio> = {}) => mintStudio(databases, facts)

/** Someone with an account, signed in; with a place in a studio where one is given. */
export async function somebody(place?: { studio: Studio; role: Role }) {
  const account = await mintAccount(databases, {
    studio: place?.studio ?? null,
    role: place?.role ?? 'member',
  })
  const session = await mintSession(databases, account, { variables: inject('variables') })
  return { ...account, ...session, supabase: await client(session) }
}
