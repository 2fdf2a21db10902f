/** What a use case is given instead of globals. Built by `app/http`, by jobs and by tests. */
import type { DirectoryDb, StudioDb } from '#app/db/connection.server.ts'
import type { Instant } from '#app/values/instant.ts'
import type { Role } from './permissions.ts'
import type { Studio } from './studio.ts'

/** Work on the directory: accounts, studios. */
export type DirectoryContext = {
  directory: DirectoryDb
  /** The business clock. */
  now: Instant
}

/** Work on one studio's rows. Every condition starts with `studio.id`. */
export type StudioContext = {
  db: StudioDb
  studio: Studio
  /** The business clock, second precision; frozen by the development clock. */
  now: Instant
  /** Real time in milliseconds, for the order of the outbox. */
  nowMs: number
  /** Public origin without a trailing slash, for links in messages. */
  origin: string
  /** The installation's secret, which seals links that are shown again (`sealAtRest`). */
  secret: string
  /**
   * The guardian who does this for somebody they look after: what they share pays, and they are
   * written to. Left out where people act for themselves.
   */
  guardianId?: string
}

/** The acting account, for audit and for what it may do. */
export type Actor = { userId: string; name: string; role: Role }

/** A signed-in person of the studio acting for themselves, or for a child (`guardianId`). */
export type MemberContext = StudioContext & { person: { id: string }; actor: Actor }

/** The name of work that no person asked for. */
export const systemActor = {
  userId: 'system',
  name: 'Cadence',
  role: 'owner',
} as const satisfies Actor
