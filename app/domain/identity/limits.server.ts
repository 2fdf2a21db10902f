import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'

/**
 * How often something may be asked for one account or address, in fixed windows of real time. Not
 * scaled but where it is said.
 */
export const accountLimits = {
  /**
   * Passwords tried for one address by one known device or from one network; a right one clears the
   * count. `guesses.server.ts` adds what all networks together may try.
   */
  signIn: { most: 10, windowMs: 15 * 60_000 },
  /** Sign-ups with one address from one network: each costs a hash. */
  signUp: { most: 10, windowMs: 15 * 60_000 },
  /** Codes typed for one address by a device that is known there. */
  code: { most: 10, windowMs: 15 * 60_000 },
  /**
   * New passwords of one account: each costs up to three hashes, and may be a guess at the current
   * one.
   */
  newPassword: { most: 10, windowMs: 15 * 60_000 },
  /** Accounts without an address, made from one network address. */
  anonymous: { most: 30, windowMs: 60 * 60_000 },
  /** Mails or text messages of one kind to one address, asked by one origin (auth-api.md §4). */
  mail: { most: 1, windowMs: 60_000 },
  /** The same from all networks together, in ten such intervals; known devices come on top. */
  mailEverywhere: { most: 6, windowMs: 10 * 60_000 },
  /** Invitations that a studio mails. */
  invitations: { most: 200, windowMs: 60 * 60_000 },
  /** The same of many people at once. */
  bulkInvitations: { most: 5_000, windowMs: 60 * 60_000 },
  /** Guardians that a member invites. */
  guardianInvitations: { most: 10, windowMs: 60 * 60_000 },
  /**
   * Codes of second factors and recovery codes tried for one account, by origin as with passwords.
   */
  secondStep: { most: 10, windowMs: 15 * 60_000 },
  /** Entries at one kiosk: an evening's rush is half of it. */
  kiosk: { most: 60, windowMs: 60_000 },
  /** Wrong PINs and digits at one kiosk, and for one person at any; right ones do not count. */
  kioskProof: { most: 10, windowMs: 15 * 60_000 },
  kioskProofOfPerson: { most: 5, windowMs: 15 * 60_000 },
  /** Archives of their own data that a person takes from a studio. */
  ownData: { most: 6, windowMs: 60 * 60_000 },
  /** Tickets ordered from one network by whom nobody knows; times `LIMIT_SCALE`. */
  ticketsOfNetwork: { most: 20, windowMs: 10 * 60_000 },
  /** Tickets ordered with one browser by whom nobody knows; times `LIMIT_SCALE`. */
  ticketsOfDevice: { most: 12, windowMs: 10 * 60_000 },
  /** Orders to one address by whom nobody knows: each is a mail to it. */
  ordersToAddress: { most: 3, windowMs: 10 * 60_000 },
  /** Forms for leads sent from one network, times `LIMIT_SCALE`; and to one form, as well. */
  leadsOfNetwork: { most: 20, windowMs: 10 * 60_000 },
  leadsOfForm: { most: 600, windowMs: 60 * 60_000 },
  /** Tickets ordered by one member. */
  ticketsOfPerson: { most: 60, windowMs: 10 * 60_000 },
  /** Codes of gift cards tried by one member, by one of the staff, and from one network. */
  giftCodesOfMember: { most: 10, windowMs: 10 * 60_000 },
  giftCodesOfStaff: { most: 60, windowMs: 10 * 60_000 },
  /** Times `LIMIT_SCALE`. */
  giftCodesOfNetwork: { most: 120, windowMs: 10 * 60_000 },
} as const

export type AccountLimit = keyof typeof accountLimits

export const keyOf = (limit: AccountLimit, subject: string) => `${limit}:${subject}`

/** A try that was counted: how many there were, and when the first of them was. */
export type CountedTry = { count: number; windowStartMs: number }

/**
 * Counts one more try, or `by` of them, and answers how many there were in the window, these
 * included. One statement, so that parallel tries are all counted; it goes before the work it
 * protects. `onlyIf` as in the outbox.
 */
export function countTryStatement(
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  limit: AccountLimit,
  subject: string,
  windowMs: number = accountLimits[limit].windowMs,
  { by = 1, onlyIf = sql`1` }: { by?: number; onlyIf?: SQL } = {},
): Statement<CountedTry[]> {
  const over = sql`window_start_ms <= ${nowMs - windowMs}`
  return directory.all<CountedTry>(sql`
    INSERT INTO limit_counters (key, window_start_ms, count)
    SELECT ${keyOf(limit, subject)}, ${nowMs}, ${by} WHERE ${onlyIf}
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${over} THEN excluded.count ELSE count + excluded.count END,
      window_start_ms = CASE WHEN ${over} THEN excluded.window_start_ms ELSE window_start_ms END
    RETURNING count, window_start_ms AS windowStartMs`)
}

/**
 * Takes the one turn that `key` has each `everyMs`, where `onlyIf` holds; `tookTurnSql` tells later
 * statements whether it was this one's.
 */
export const takeTurnStatement = (
  { directory, nowMs }: { directory: DirectoryDb; nowMs: number },
  { key, everyMs, onlyIf }: { key: string; everyMs: number; onlyIf: SQL },
): Statement<D1Result> =>
  directory.run(sql`
    INSERT INTO limit_counters (key, window_start_ms, count)
    SELECT ${key}, ${nowMs}, 1 WHERE ${onlyIf}
    ON CONFLICT (key) DO UPDATE SET window_start_ms = excluded.window_start_ms, count = 1
    WHERE window_start_ms <= ${nowMs - everyMs}`)

export const tookTurnSql = ({ nowMs }: { nowMs: number }, key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM limit_counters WHERE key = ${key} AND window_start_ms = ${nowMs})`

/** How many whole seconds of the window are left, at least one. */
export function secondsLeft(
  { nowMs }: { nowMs: number },
  windowMs: number,
  counted: CountedTry[],
): number {
  const until = (counted[0]?.windowStartMs ?? nowMs) + windowMs
  return Math.max(1, Math.ceil((until - nowMs) / 1_000))
}

/** Whether the try that `countTryStatement` counted was one too many. */
export function isOver(limit: AccountLimit, counted: CountedTry[], scale = 1): boolean {
  return (counted[0]?.count ?? 0) > accountLimits[limit].most * scale
}

/**
 * A write for everybody, in a batch that writes otherwise only where there is an account: D1
 * answers a write when it is kept for good, which a read need not wait for, and time must not tell.
 */
export const evenOutStatement = ({
  directory,
  nowMs,
}: {
  directory: DirectoryDb
  nowMs: number
}): Statement<D1Result> =>
  directory.run(sql`
    INSERT INTO limit_counters (key, window_start_ms, count) VALUES ('even', ${nowMs}, 1)
    ON CONFLICT (key) DO UPDATE SET window_start_ms = excluded.window_start_ms`)

/** Forgets the tries, once one was right. */
export function clearTriesStatement(
  directory: DirectoryDb,
  limit: AccountLimit,
  subject: string,
): Statement<D1Result> {
  return directory.run(sql`DELETE FROM limit_counters WHERE key = ${keyOf(limit, subject)}`)
}
