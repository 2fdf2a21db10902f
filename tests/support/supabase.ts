/** The published client, as someone outside the project would make it: an address and a key. */
import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { readConfiguration } from '#app/domain/identity/configuration.server.ts'
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { workerOrigin } from './worker-origin.ts'

type ClientOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>

/** Where a server answers, and the variables it was started with. */
export type AuthServer = { origin: string; variables: Record<string, string> }

/** The built Worker that all test files share. */
export const sharedServer = (): AuthServer => ({
  origin: workerOrigin,
  variables: inject('variables'),
})

/** A key of the project, as `npm run keys` prints it. */
export function projectKey(
  role: 'anon' | 'service_role' = 'anon',
  { variables } = sharedServer(),
): Promise<string> {
  return signProjectKey(readConfiguration(variables), role)
}

/**
 * A client of `server`, by default of the built Worker with the anon key. It keeps its session in
 * memory and refreshes nothing unless `auth` says so.
 */
export async function supabaseClient({
  server = sharedServer(),
  role = 'anon',
  auth = {},
}: {
  server?: AuthServer
  role?: 'anon' | 'service_role'
  auth?: ClientOptions
} = {}) {
  // Node 20 has no WebSocket, and nothing here opens one.
  const transport = class {} as unknown as typeof WebSocket
  return createClient(server.origin, await projectKey(role, server), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
    realtime: { transport },
  })
}
