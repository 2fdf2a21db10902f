/** Logins: what the directory knows of a person who can sign in. */
import type { Row } from './insert-rows.ts'

export type Account = { userId: string; name: string; email: string; timeZone: string | null }

export type Place = { userId: string; studioId: string; personId: string; role: string }

/**
 * Rows of confirmed accounts that share one password hash. `places[0]` of an account is the studio
 * it is in now.
 */
export function accountRows(
  accounts: readonly Account[],
  places: readonly Place[],
  { passwordHash, createdAt }: { passwordHash: string; createdAt: string },
): Record<string, Row[]> {
  const current = new Map<string, Place>()
  for (const place of places) if (!current.has(place.userId)) current.set(place.userId, place)
  return {
    auth_users: accounts.map(({ userId, name, email }) => ({
      id: userId,
      email,
      password_hash: passwordHash,
      email_confirmed_at: createdAt,
      confirmation_sent_at: createdAt,
      app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      user_metadata: JSON.stringify({ name }),
      created_at: createdAt,
      updated_at: createdAt,
    })),
    auth_identities: accounts.map(({ userId, email }) => ({
      // One identity an account here, so its id may be told from the account's.
      identity_id: `${userId.slice(0, -1)}${(Number.parseInt(userId.slice(-1), 16) ^ 1).toString(16)}`,
      provider_id: userId,
      provider: 'email',
      user_id: userId,
      identity_data: JSON.stringify({
        sub: userId,
        email,
        email_verified: true,
        phone_verified: false,
      }),
      created_at: createdAt,
      updated_at: createdAt,
    })),
    users: accounts.map(({ userId, name, timeZone }) => ({
      auth_id: userId,
      name,
      setup_complete: 1,
      studio_id: current.get(userId)?.studioId ?? null,
      role_id: current.get(userId)?.role ?? 'member',
      time_zone: timeZone,
      terms_accepted_at: createdAt,
      created_at: createdAt,
    })),
    affiliations: places.map(({ userId, studioId, personId, role }) => ({
      user_id: userId,
      studio_id: studioId,
      role_id: role,
      person_id: personId,
      state: 'active',
      created_at: createdAt,
    })),
  }
}
