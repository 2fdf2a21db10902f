import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActiveWorkout } from '#app/domain/training-log/session/active-workout.ts'
import type { LogAct } from '#app/domain/training-log/session/log-state.ts'
import type { LoggedSet } from '#app/domain/training-log/session/logged-set.ts'
import type { SessionPlan } from '#app/domain/training-log/session/session-plan.ts'
import type { SyncAnswer } from '#app/domain/training-log/session/sync-answer.ts'
import { forgetPage, keepPage } from '#app/offline/keep-page.ts'
import { noteUnsent } from '#app/offline/unsent.ts'
import { paths } from '#app/paths.ts'
import {
  answered,
  freshSession,
  type Kept,
  keptName,
  keptPrefix,
  merged,
  nothingLeft,
  readKept,
  toSend,
  waitingIn,
  waits,
  withPlan,
  withSet,
  writeKept,
} from './kept-session.ts'

/** How the way to the server is. */
export type Way = 'open' | 'away' | 'signed_out' | 'gone' | 'full'

/** While something waits it is sent again this often, in milliseconds. */
const retryEvery = 4_000

export type Session = {
  kept: Kept
  way: Way
  /** Something is on this device alone. */
  waiting: boolean
  log: (set: Omit<LoggedSet, 'changedMs'>) => void
  rearrange: (plan: SessionPlan) => void
  rest: (until: string | null, seconds: number) => void
  clock: (clock: Kept['clock'], score?: number | null) => void
  act: (act: LogAct) => void
}

/** Signing out asks about them first. */
const note = () => noteUnsent('sets', keptPrefix, waitingIn)

const instantNow = () => `${new Date().toISOString().slice(0, 19)}Z`

/**
 * The workout as this device has it. Each tap is in the browser's storage before anything else
 * happens; what waits is sent whenever there is a way, and once an end is answered the page of the
 * workout follows. A workout that is over already is only sent what is still here of it. The page
 * is kept on the device for `account`, so that it opens again without a network.
 */
export function useSession(
  studio: { slug: string },
  active: ActiveWorkout,
  account: string,
): Session {
  const { slug } = studio
  const { id } = active
  const name = keptName(slug, id)
  const [kept, setKept] = useState(() => freshSession(active))
  const [way, setWay] = useState<Way>('open')
  const now = useRef(kept)
  const sending = useRef(false)

  const keep = useCallback(
    (next: Kept) => {
      now.current = next
      if (!writeKept(localStorage, name, next)) setWay('full')
      note()
      setKept(next)
    },
    [name],
  )

  const send = useCallback(async () => {
    if (sending.current || !waits(now.current)) return
    sending.current = true
    try {
      while (waits(now.current)) {
        const sent = now.current
        const { body, ids } = toSend(sent, deviceOf(localStorage))
        const answer = await post(paths.workoutSync({ slug }, id), JSON.stringify(body))
        if (typeof answer === 'string') return setWay(answer)
        const after = answered(now.current, sent, ids, answer)
        keep(after)
        setWay('open')
        if (nothingLeft(after, answer.state)) {
          localStorage.removeItem(name)
          note()
          await forgetPage(location.pathname)
          const to = answer.state === 'discarded' ? paths.workouts : paths.workout
          location.assign(to({ slug }, id as never))
          return
        }
      }
    } finally {
      sending.current = false
    }
  }, [id, name, slug, keep])

  useEffect(() => {
    const own = readKept(localStorage, name)
    if (nothingLeft(own, active.state)) {
      localStorage.removeItem(name)
      note()
      location.replace(paths.workout({ slug }, id))
      return
    }
    if (own) keep(merged(own, active))
    void keepPage(account, [location.pathname])
    void send()
    const again = () => void send()
    const away = () => setWay('away')
    const other = (event: StorageEvent) => {
      const theirs = event.key === name && readKept(localStorage, name)
      if (!theirs) return
      now.current = merged(theirs, now.current)
      setKept(now.current)
    }
    const retry = setInterval(again, retryEvery)
    addEventListener('online', again)
    addEventListener('offline', away)
    addEventListener('storage', other)
    return () => {
      clearInterval(retry)
      removeEventListener('online', again)
      removeEventListener('offline', away)
      removeEventListener('storage', other)
    }
  }, [account, active, id, name, slug, keep, send])

  const say = (next: Kept) => {
    keep(next)
    void send()
  }
  return {
    kept,
    way,
    waiting: waits(kept),
    log: (set) => say(withSet(now.current, set, Date.now())),
    rearrange: (plan) => say(withPlan(now.current, plan, Date.now())),
    rest: (until, seconds) => say({ ...now.current, rest: { until, seconds }, restSent: false }),
    clock: (clock, score) =>
      say({ ...now.current, clock, ...(score === undefined ? {} : { score, scoreSent: false }) }),
    act: (act) => say({ ...now.current, act: { is: act, at: instantNow() } }),
  }
}

/** A name of this browser, so that its own sets are told from another device's. */
function deviceOf(store: Storage): string {
  const name = 'cadence-device'
  const known = store.getItem(name)
  if (known) return known
  const made = Math.random().toString(36).slice(2, 12)
  store.setItem(name, made)
  return made
}

/** The answer, or why there is none. A redirect leads to sign-in: it is not followed. */
async function post(
  path: string,
  body: string,
): Promise<Extract<SyncAnswer, { ok: true }> | Exclude<Way, 'open' | 'full'>> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(20_000),
    })
    if (answer.type === 'opaqueredirect' || answer.status === 401) return 'signed_out'
    if (answer.status === 404 || answer.status === 409) return 'gone'
    if (!answer.ok) return 'away'
    const said = (await answer.json()) as SyncAnswer
    return said.ok ? said : 'gone'
  } catch {
    return 'away'
  }
}
