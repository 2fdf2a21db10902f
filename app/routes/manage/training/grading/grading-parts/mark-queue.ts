import { useEffect, useState } from 'react'
import { noteUnsent } from '#app/offline/unsent.ts'

type Mark = 'pass' | 'note' | 'retest'
type Kept = { item: string; side: string; mark: Mark; madeAtMs: number }

/**
 * Marks that wait in the browser until the server has them: one for each item and side, the newest.
 * They outlive a reload and the way to the next person's sheet, and those of the whole grading are
 * sent again when the network comes back, or every 15 seconds.
 */
export function useMarkQueue({
  to,
  grading,
  person,
}: {
  to: string
  grading: string
  person: string
}) {
  const key = `${prefix}${grading}:${person}`
  const [kept, setKept] = useState<Kept[]>([])
  const [failed, setFailed] = useState(false)
  const [sentence, setSentence] = useState('')

  const send = async () => {
    const post = async (whose: string, marks: readonly Kept[]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ person: whose, marks: JSON.stringify(marks) }),
      })
      const said = (await answer.json().catch(() => ({}))) as { sentence?: string }
      return answer.ok ? null : (said.sentence ?? 'The marks were not taken. Reload the page.')
    }
    const { away, refused } = await sendWaiting(localStorage, grading, post)
    setFailed(away)
    const own = refused.get(person)
    const [other] = refused.values()
    setSentence(own ?? (other ? `Marks of someone else: ${other}` : ''))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet of one person, once.
  useEffect(() => {
    const own = read(localStorage, key)
    setKept(own)
    write(localStorage, key, own)
    void send()
    const again = () => void send()
    const timer = setInterval(again, 15_000)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [key])

  return {
    waiting: failed ? waitingOf(localStorage, grading) : 0,
    sentence,
    markOf: (item: string, side: string): Mark | null =>
      kept.find((one) => one.item === item && one.side === side)?.mark ?? null,
    keep: (made: Omit<Kept, 'madeAtMs'>) => {
      const mark = { ...made, madeAtMs: Date.now() }
      const others = (marks: readonly Kept[]) => marks.filter((one) => !same(one, mark))
      write(localStorage, key, [...others(read(localStorage, key)), mark])
      setKept((before) => [...others(before), mark])
      void send()
    },
  }
}

const same = (a: Pick<Kept, 'item' | 'side'>, b: Pick<Kept, 'item' | 'side'>) =>
  a.item === b.item && a.side === b.side

const prefix = 'marks:'

/** Signing out asks about them first. */
const note = () => noteUnsent('marks', prefix, (kept: readonly Kept[]) => kept.length)

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Whose marks of a grading wait here. */
function peopleOf(store: Store, grading: string): string[] {
  const start = `${prefix}${grading}:`
  return Array.from({ length: store.length }, (_, i) => store.key(i) ?? '')
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
}

/** How many marks of a grading wait here, of everyone together. */
const waitingOf = (store: Store, grading: string): number =>
  peopleOf(store, grading).reduce(
    (sum, person) => sum + read(store, `${prefix}${grading}:${person}`).length,
    0,
  )

/**
 * Sends what waits of a grading, person by person. `post` answers null where the marks were taken,
 * else why not; where it throws there is no network, and they go on waiting.
 */
export async function sendWaiting(
  store: Store,
  grading: string,
  post: (person: string, marks: readonly Kept[]) => Promise<string | null>,
): Promise<{ away: boolean; refused: Map<string, string> }> {
  const refused = new Map<string, string>()
  let away = false
  for (const person of peopleOf(store, grading)) {
    const key = `${prefix}${grading}:${person}`
    const waiting = read(store, key)
    if (waiting.length === 0) continue
    try {
      const why = await post(person, waiting)
      if (why !== null) {
        refused.set(person, why)
        continue
      }
      // What was marked while they were on their way stays.
      const left = read(store, key).filter(
        (one) => !waiting.some((sent) => sent.madeAtMs === one.madeAtMs && same(sent, one)),
      )
      write(store, key, left)
      away ||= left.length > 0
    } catch {
      away = true
    }
  }
  return { away, refused }
}

function read(store: Store, key: string): Kept[] {
  try {
    return JSON.parse(store.getItem(key) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

function write(store: Store, key: string, marks: readonly Kept[]): void {
  try {
    if (marks.length === 0) store.removeItem(key)
    else store.setItem(key, JSON.stringify(marks))
    note()
  } catch {
    // A browser that keeps nothing sends each mark as it is made.
  }
}
