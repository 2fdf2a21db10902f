/**
 * Taps that wait in the browser until the server has answered them: one entry of its storage each,
 * so that a reload, a closed lid or a second tab loses none.
 */
import {
  type Conflict,
  oldestTap,
  type Tap,
  type TapAnswer,
  type TapMethod,
  tapsAtOnce,
} from '#app/domain/reception/taps.ts'

export type WaitingTap = {
  key: string
  bookingId: string
  method: TapMethod
  override: string
  /** They wait for a place and are given one. */
  give?: boolean
  /** By the clock of the device. */
  at: number
  name: string
  title: string
}

export type KeptConflict = {
  key: string
  bookingId: string
  occurrenceId: string
  reason: Conflict
  name: string
  title: string
  at: number
}

export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** How the name of a waiting tap begins, at any studio. */
export const tapPrefix = 'cadence-tap:'

/** What waits at one studio's desk, oldest first: by its id, which stays when its address changes. */
export function tapQueue(storage: QueueStorage, studioId: string) {
  const names = { tap: `${tapPrefix}${studioId}:`, conflict: `cadence-conflict:${studioId}:` }
  function all<Entry extends { at: number }>(prefix: string): Entry[] {
    const entries: Entry[] = []
    // Names first: taking one out moves the others up.
    const kept = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    for (const name of kept.filter((one) => one.startsWith(prefix))) {
      try {
        const entry = JSON.parse(storage.getItem(name) ?? '') as Entry | null
        if (typeof entry?.at === 'number') entries.push(entry)
        else storage.removeItem(name)
      } catch {
        storage.removeItem(name)
      }
    }
    return entries.sort((a, b) => a.at - b.at)
  }
  return {
    waiting: () => all<WaitingTap>(names.tap),
    conflicts: () => all<KeptConflict>(names.conflict),
    add: (tap: WaitingTap) => storage.setItem(names.tap + tap.key, JSON.stringify(tap)),
    /** Takes a tap back that was not sent yet. */
    drop: (key: string) => storage.removeItem(names.tap + key),
    settle: (key: string) => storage.removeItem(names.conflict + key),
    /**
     * Answered taps leave the queue; what could not be done stays as a conflict until a person has
     * settled it.
     */
    answered(answers: readonly TapAnswer[]) {
      for (const answer of answers) {
        const at = all<WaitingTap>(names.tap).find(({ key }) => key === answer.key)
        storage.removeItem(names.tap + answer.key)
        if (answer.status !== 'conflict') continue
        const { key, bookingId, occurrenceId, reason } = answer
        const name = answer.name || at?.name || ''
        const title = answer.title || at?.title || ''
        const kept: KeptConflict = {
          key,
          bookingId,
          occurrenceId,
          reason,
          name,
          title,
          at: at?.at ?? 0,
        }
        storage.setItem(names.conflict + key, JSON.stringify(kept))
      }
    },
  }
}

/**
 * The next taps to send, in the order they were tapped. A clock that was set back makes none
 * younger than now.
 */
export const toSend = (waiting: readonly WaitingTap[], now: number): Tap[] =>
  waiting.slice(0, tapsAtOnce).map(({ key, bookingId, method, override, give, at }) => ({
    key,
    bookingId,
    method,
    override,
    give,
    ago: Math.min(oldestTap, Math.max(0, Math.floor((now - at) / 1_000))),
  }))
