import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/db/batch.server.ts'
import type { IdentityContext } from './identity-context.ts'
import {
  accountLimits,
  type CountedTry,
  countTryStatement,
  keyOf,
  secondsLeft,
} from './limits.server.ts'

type Ctx = Pick<IdentityContext, 'directory' | 'nowMs'>

/**
 * A try at a secret of one account or address. `origin` is whose counter it is (`originOf`): a
 * device that is known there, or a network.
 */
export type Guess = {
  limit: 'signIn' | 'secondStep'
  subject: string
  origin: { name: string; known: boolean }
}

/**
 * How tries from elsewhere than a known device are slowed down, all of them together, in the window
 * of the limit: after `free` each network waits `waitMs` before each try, after `most` none is
 * taken. Known devices have their own counter and meet neither, so that no stranger locks an owner
 * out.
 */
const everywhere = {
  signIn: { free: 10, waitMs: 20_000, most: 100 },
  /** Six digits are soon guessed by anyone who has the password: no more tries than one network has. */
  secondStep: { free: 11, waitMs: 0, most: 10 },
} as const

const keysOf = ({ limit, subject, origin }: Guess) => ({
  own: keyOf(limit, ownSubject(origin, subject)),
  wait: keyOf(limit, `wait ${origin.name} ${subject}`),
  all: keyOf(limit, subject),
})

/** The counter of one origin for one subject. */
export const ownSubject = ({ name }: Guess['origin'], subject: string) => `${name} ${subject}`

export type CountedGuess = {
  turn?: CountedTry[] | undefined
  own: CountedTry[]
  all?: { count: number }[] | undefined
}

/**
 * Counts one more try, before the work it protects. Statements of one batch, so that parallel tries
 * are all counted; `guessRefusal` says what they found.
 */
export function countGuessStatements(
  ctx: Ctx,
  guess: Guess,
): Record<'turn' | 'all', Statement<CountedTry[]> | null> & { own: Statement<CountedTry[]> } {
  const { directory, nowMs } = ctx
  const { limit } = guess
  const { windowMs, most } = accountLimits[limit]
  const mine = ownSubject(guess.origin, guess.subject)
  if (guess.origin.known) return { turn: null, own: countTryStatement(ctx, limit, mine), all: null }

  const keys = keysOf(guess)
  const rule = everywhere[limit]
  const begun = nowMs - windowMs
  const triedEverywhere = (times: number): SQL => sql`EXISTS (SELECT 1 FROM limit_counters
    WHERE key = ${keys.all} AND window_start_ms > ${begun} AND count >= ${times})`
  const waited = sql`window_start_ms <= ${nowMs - rule.waitMs} AND window_start_ms > ${begun}`
  const over = sql`window_start_ms <= ${begun}`
  // Where nothing would be taken anyhow nobody is made to wait for it.
  const slowed = sql`(${triedEverywhere(rule.free)} AND NOT ${triedEverywhere(rule.most)}
    AND NOT EXISTS (SELECT 1 FROM limit_counters
      WHERE key = ${keys.own} AND window_start_ms > ${begun} AND count >= ${most}))`
  const waits = sql`EXISTS (SELECT 1 FROM limit_counters
    WHERE key = ${keys.wait} AND count = 0 AND window_start_ms > ${begun})`
  return {
    // 1 for anyone who has waited long enough; the next wait begins with it.
    turn: directory.all<CountedTry>(sql`
      INSERT INTO limit_counters (key, window_start_ms, count)
      SELECT ${keys.wait}, ${nowMs}, 0 WHERE ${slowed}
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ${waited} THEN 1 ELSE 0 END,
        window_start_ms = CASE WHEN ${waited} OR ${over} THEN ${nowMs} ELSE window_start_ms END
      RETURNING count, window_start_ms AS windowStartMs`),
    // Who presses while they wait uses nothing up.
    own: countTryStatement(ctx, limit, mine, windowMs, {
      onlyIf: sql`NOT (${slowed} AND ${waits})`,
    }),
    all: directory.all<CountedTry>(sql`
      INSERT INTO limit_counters (key, window_start_ms, count)
      SELECT ${keys.all}, ${nowMs}, 1
      WHERE EXISTS (SELECT 1 FROM limit_counters WHERE key = ${keys.own} AND count <= ${most})
        AND (NOT ${triedEverywhere(rule.free)} OR EXISTS (SELECT 1 FROM limit_counters
          WHERE key = ${keys.wait} AND count = 1 AND window_start_ms = ${nowMs}))
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ${over} THEN 1 ELSE count + 1 END,
        window_start_ms = CASE WHEN ${over} THEN excluded.window_start_ms ELSE window_start_ms END
      WHERE ${over} OR count < ${rule.most}
      RETURNING count, window_start_ms AS windowStartMs`),
  }
}

export type GuessRefusal = {
  reason: 'too_many_tries'
  /** After so many whole seconds a try from here is taken; null where only another way leads in. */
  seconds: number | null
}

/** Why the counted try may not be made; null when it may. */
export function guessRefusal(
  ctx: Pick<IdentityContext, 'nowMs'>,
  { limit, origin }: Guess,
  { turn = [], own, all = [] }: CountedGuess,
): GuessRefusal | null {
  const { windowMs, most } = accountLimits[limit]
  const reason = 'too_many_tries'
  if (!origin.known && turn[0]?.count === 0)
    return { reason, seconds: secondsLeft(ctx, everywhere[limit].waitMs, turn) }
  if ((own[0]?.count ?? 0) > most) return { reason, seconds: secondsLeft(ctx, windowMs, own) }
  return origin.known || all.length > 0 ? null : { reason, seconds: null }
}

/** Forgets the tries of this origin once one was right; what others tried stays counted. */
export function clearGuessesStatements(
  { directory }: Pick<IdentityContext, 'directory'>,
  guess: Guess,
  { own }: CountedGuess,
): Record<'clear' | 'clearOthers' | 'clearEmpty', Statement<D1Result> | null> {
  const keys = keysOf(guess)
  const forget = (which: SQL) => directory.run(sql`DELETE FROM limit_counters WHERE ${which}`)
  return {
    clear: forget(sql`key IN (${keys.own}, ${keys.wait})`),
    clearOthers: guess.origin.known
      ? null
      : directory.run(sql`UPDATE limit_counters SET count = count - ${own[0]?.count ?? 0}
          WHERE key = ${keys.all}`),
    clearEmpty: guess.origin.known ? null : forget(sql`key = ${keys.all} AND count <= 0`),
  }
}
