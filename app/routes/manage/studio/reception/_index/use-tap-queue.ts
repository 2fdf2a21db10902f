import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TapAnswer } from '#app/domain/reception/taps.ts'
import { noteUnsent } from '#app/offline/unsent.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { blockedSound } from './blocked-sound.ts'
import { type KeptConflict, tapPrefix, tapQueue, toSend, type WaitingTap } from './tap-queue.ts'

/** How the way to the server is: fine, away, or closed because nobody is signed in any more. */
type Way = 'open' | 'away' | 'signed_out'

/**
 * While something waits it is sent again this often, in milliseconds; without, the page looks what
 * others did.
 */
const [retryEvery, lookEvery] = [4_000, 30_000]

export type Taps = {
  waiting: readonly WaitingTap[]
  conflicts: readonly KeptConflict[]
  /** Places that were checked in here since the page was read. */
  done: ReadonlySet<string>
  way: Way
  tap: (
    who: Pick<WaitingTap, 'bookingId' | 'name' | 'title'> &
      Partial<Pick<WaitingTap, 'method' | 'override' | 'give'>>,
  ) => void
  /**
   * Keys of what is on its way to the server: it may be in there already, so that nothing here can
   * take it back before it is answered.
   */
  sent: ReadonlySet<string>
  /** Takes back what was not sent yet. */
  drop: (key: string) => void
  settle: (key: string) => void
}

/**
 * Every check-in of a page with scripts goes through a queue in the browser's storage and is sent
 * from there, so that the network may fail at any moment: what was tapped stays, in order, and
 * counts once. `read` is another word each time the page was read from the server, which then says
 * itself who is in.
 */
export function useTapQueue(studio: { id: string; slug: string }, read: string): Taps {
  const { id, slug } = studio
  const { revalidate } = useRevalidator()
  const [waiting, setWaiting] = useState<readonly WaitingTap[]>([])
  const [conflicts, setConflicts] = useState<readonly KeptConflict[]>([])
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [way, setWay] = useState<Way>('open')
  const [sent, setSent] = useState<ReadonlySet<string>>(none)
  const sending = useRef(false)
  const [known, setKnown] = useState(read)
  if (known !== read) {
    setKnown(read)
    setDone(new Set())
  }

  const show = useCallback(() => {
    const queue = tapQueue(localStorage, id)
    setWaiting(queue.waiting())
    setConflicts(queue.conflicts())
    // Signing out asks about them first.
    noteUnsent('check-ins', tapPrefix, () => 1)
  }, [id])

  const send = useCallback(async () => {
    const queue = tapQueue(localStorage, id)
    if (sending.current || queue.waiting().length === 0) return
    sending.current = true
    try {
      for (let left = queue.waiting(); left.length > 0; left = queue.waiting()) {
        const taps = toSend(left, Date.now())
        setSent(new Set(taps.map(({ key }) => key)))
        const answers = await post(slug, JSON.stringify(taps))
        if (!Array.isArray(answers)) {
          setWay(answers)
          return
        }
        queue.answered(answers)
        // An answer that names none of them would be asked for without end.
        if (queue.waiting().length >= left.length) return
        if (answers.some((a) => a.status === 'conflict' && a.reason === 'blocked')) blockedSound()
        setDone(
          (before) =>
            new Set([...before, ...answers.filter(isIn).map(({ bookingId }) => bookingId)]),
        )
        show()
      }
      setWay('open')
      revalidate()
    } finally {
      sending.current = false
      setSent(none)
      show()
    }
  }, [id, slug, show, revalidate])

  /** Looks what other desks and kiosks did; a page that cannot be read again stays as it is. */
  const look = useCallback(async () => {
    if (document.visibilityState === 'hidden') return
    const reached = await ping(slug)
    setWay(reached)
    if (reached !== 'open') return
    if (tapQueue(localStorage, id).waiting().length > 0) await send()
    else revalidate()
  }, [id, slug, send, revalidate])

  useEffect(() => {
    show()
    void send()
    const online = () => void look()
    const offline = () => setWay('away')
    const retry = setInterval(send, retryEvery)
    const follow = setInterval(look, lookEvery)
    addEventListener('online', online)
    addEventListener('offline', offline)
    addEventListener('storage', show)
    return () => {
      clearInterval(retry)
      clearInterval(follow)
      removeEventListener('online', online)
      removeEventListener('offline', offline)
      removeEventListener('storage', show)
    }
  }, [show, send, look])

  return {
    waiting,
    conflicts,
    done,
    way,
    sent,
    tap({ bookingId, name, title, method = 'name', override = '', give = false }) {
      const queue = tapQueue(localStorage, id)
      if (queue.waiting().some((w) => w.bookingId === bookingId)) return
      queue.add({ key: newId(), bookingId, method, override, give, at: Date.now(), name, title })
      show()
      void send()
    },
    drop(key) {
      tapQueue(localStorage, id).drop(key)
      show()
    },
    settle(key) {
      tapQueue(localStorage, id).settle(key)
      show()
    },
  }
}

const none: ReadonlySet<string> = new Set()

const isIn = (answer: TapAnswer) =>
  answer.status === 'done' || (answer.status === 'conflict' && answer.reason === 'in_elsewhere')

/** The answers, or why there are none. A redirect leads to sign-in: it is not followed. */
async function post(slug: string, taps: string): Promise<TapAnswer[] | Exclude<Way, 'open'>> {
  try {
    const answer = await fetch(paths.manageReceptionTaps({ slug }), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ taps }),
      signal: AbortSignal.timeout(15_000),
    })
    if (answer.type === 'opaqueredirect' || answer.status === 403) return 'signed_out'
    return answer.ok ? ((await answer.json()) as { answers: TapAnswer[] }).answers : 'away'
  } catch {
    return 'away'
  }
}

/** Followed to the studio's address of today; anywhere else is to sign-in. */
async function ping(slug: string): Promise<Way> {
  try {
    const answer = await fetch(paths.manageReceptionTaps({ slug }), {
      signal: AbortSignal.timeout(8_000),
    })
    const elsewhere = !new URL(answer.url).pathname.endsWith('/taps')
    if (elsewhere || answer.status === 403) return 'signed_out'
    return answer.ok ? 'open' : 'away'
  } catch {
    return 'away'
  }
}
