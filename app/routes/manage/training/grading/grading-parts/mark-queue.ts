import { useEffect, useState } from 'react'
import { noteUnsent } from '#app/offline/unsent.ts'

type Mark = 'pass' | 'note' | 'retest'
type Kept = { item: string; side: string; mark: Mark; madeAtMs: number }

/**
 * Marks that wait in the browser until the server has them: one for each item and side, the newest.
 * They outlive a reload, and are sent again when the network comes back, or every 15 seconds.
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
    const waiting = read(key)
    if (waiting.length === 0) return
    try {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ person, marks: JSON.stringify(waiting) }),
      })
      const said = (await answer.json().catch(() => ({}))) as { sentence?: string }
      if (!answer.ok) {
        setSentence(said.sentence ?? 'The marks were not taken. Reload the page.')
        setFailed(false)
        return
      }
      // What was marked while they were on their way stays.
      const left = read(key).filter(
        (one) => !waiting.some((sent) => sent.madeAtMs === one.madeAtMs && same(sent, one)),
      )
      write(key, left)
      setFailed(left.length > 0)
      setSentence('')
    } catch {
      setFailed(true)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet of one person, once.
  useEffect(() => {
    const own = read(key)
    setKept(own)
    write(key, own)
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
    waiting: failed ? read(key).length : 0,
    sentence,
    markOf: (item: string, side: string): Mark | null =>
      kept.find((one) => one.item === item && one.side === side)?.mark ?? null,
    keep: (made: Omit<Kept, 'madeAtMs'>) => {
      const mark = { ...made, madeAtMs: Date.now() }
      const others = (marks: readonly Kept[]) => marks.filter((one) => !same(one, mark))
      write(key, [...others(read(key)), mark])
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

function read(key: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

function write(key: string, marks: readonly Kept[]): void {
  try {
    if (marks.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(marks))
    note()
  } catch {
    // A browser that keeps nothing sends each mark as it is made.
  }
}
