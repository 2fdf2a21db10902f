/** Someone who is signed in with the published client at the built Worker. */
import { sql } from 'drizzle-orm'
import { demoPassword, demoPasswordHash, mintAccount } from './accounts.ts'
import { call } from './auth-wire.ts'
import { builtDatabases } from './built-databases.ts'
import { supabaseClient } from './supabase.ts'

const world = builtDatabases()

/** A fresh account with a password and its first session. */
export async function signedIn() {
  const account = await mintAccount(world, { passwordHash: demoPasswordHash })
  const { auth } = await supabaseClient()
  const { data, error } = await auth.signInWithPassword({
    email: account.email,
    password: demoPassword,
  })
  if (!data.session) throw new Error(error?.message ?? 'There is no session')
  const sessionId = String((await auth.getClaims()).data?.claims.session_id)
  return { ...account, auth, session: data.session, sessionId }
}

/** What the refresh grant answers to a token: the next one, or the code of its refusal. */
export async function refresh(token: string): Promise<string> {
  const { status, json } = await call('/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  })
  return status === 200 ? json.refresh_token : `${status} ${json.error_code}`
}

/** Lets the replaced tokens of a session look as if they had been replaced `seconds` earlier. */
export async function age(sessionId: string, seconds: number): Promise<void> {
  await world.directory.run(
    sql`UPDATE auth_refresh_tokens SET revoked_at_ms = revoked_at_ms - ${seconds * 1_000} WHERE session_id = ${sessionId}`,
  )
}
