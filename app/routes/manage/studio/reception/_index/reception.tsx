import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { nextPlace, windowOf } from '#app/domain/reception/look-ahead.ts'
import type { ReceptionWords } from '#app/domain/reception/reception-words.ts'
import type { TapMethod } from '#app/domain/reception/taps.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { useScripted } from '#app/ui/use-scripted.ts'
import type { FormRules } from '#app/values/field-rules.ts'
import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import { blockedSound } from './blocked-sound.ts'
import { CameIn } from './came-in.tsx'
import { ClassRoster } from './class-roster.tsx'
import { FindForm } from './find-form.tsx'
import { PersonCard } from './person-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { type Taps, useTapQueue } from './use-tap-queue.ts'

type StudioRef = { slug: string }
type Can = Record<'checkIn' | 'override' | 'sell' | 'take' | 'add' | 'settings', boolean>

export type ReceptionData = ReceptionWords & {
  studio: StudioRef & { id: string }
  /** What the reasons typed here must be. */
  asks: FormRules
  /** When each class starts, for the look-ahead without a network. */
  starts: Record<string, Instant>
  q: string
  /** An alert stopped the person shown. */
  stopped: boolean
  now: Instant
  clock: string
  visitKey: string
  can: Can
}

const noNetwork =
  'You’re offline, and nobody on the rosters below has this name. Write it down until you’re ' +
  'back online.'

/**
 * The desk: one box to find or scan someone, who was found, the next classes as large buttons, and
 * who came in.
 */
export function Reception(data: ReceptionData) {
  const { studio, classes, found, recent, q, can, visitKey, clock, stopped } = data
  const { key } = useLocation()
  const queue = useTapQueue(studio, visitKey)
  const [pressed, setPressed] = useState(0)
  const taps: Taps = {
    ...queue,
    tap(who) {
      queue.tap(who)
      setPressed((n) => n + 1)
    },
    drop(key) {
      queue.drop(key)
      setPressed((n) => n + 1)
    },
  }
  const scripted = useScripted()
  const { message, scan, setSaid } = useScan(data, taps)
  useEffect(() => {
    if (stopped) blockedSound()
  }, [stopped])
  const away = taps.way === 'open' ? null : noNetwork

  return (
    <>
      <PageHead
        title="Reception"
        intro={clock}
        actions={
          <>
            {can.settings && (
              <Link className="button" to={paths.manageReceptionAlerts(studio)}>
                Alerts
              </Link>
            )}
            {can.take && (
              <Link className="button" to={paths.manageTill(studio)}>
                Sell
              </Link>
            )}
            <Link className="button" to={paths.manageKiosks(studio)}>
              Kiosks
            </Link>
          </>
        }
      />
      {can.checkIn && (
        <FindForm
          studio={studio}
          q={q}
          scan={scan}
          away={away}
          onAway={setSaid}
          done={`${key} ${pressed}`}
        />
      )}
      <p className="scanned" role="status">
        {message}
      </p>
      {scripted && <QueueBar studio={studio} taps={taps} />}
      {found?.length === 0 && (
        <Empty
          icon="search"
          title="Nobody by that name"
          text="Add them as a member first, then search again."
        >
          {can.add && (
            <Link className="button" to={paths.managePersonNew(studio)}>
              Add a person
            </Link>
          )}
        </Empty>
      )}
      {found && found.length > 0 && (
        <ul className="found-people" aria-label="Found">
          {found.map((person) => (
            <PersonCard
              key={person.personId}
              studio={studio}
              person={person}
              can={can}
              visitKey={visitKey}
              rules={data.asks}
            />
          ))}
        </ul>
      )}
      <div className="split">
        <div className="sections">
          {classes.length === 0 && (
            <Empty
              icon="calendar"
              title="No more classes today"
              text={
                'Today’s next classes appear here with their rosters. You can still find people ' +
                'and check them in.'
              }
            />
          )}
          {classes.map((one) => (
            <ClassRoster
              key={one.id}
              studio={studio}
              one={one}
              taps={taps}
              scripted={scripted}
              can={can}
              rules={data.asks}
            />
          ))}
        </div>
        <CameIn studio={studio} recent={recent} canUndo={can.checkIn} />
      </div>
    </>
  )
}

/** Checks a scanned code in with the rosters the page has, also without a network. */
function useScan({ classes, starts, now, can }: ReceptionData, taps: Taps) {
  const [message, setSaid] = useState('')
  // The page's own hour goes on from the server's, whatever the clock of the device says.
  const read = useRef({ now, at: 0 })
  useEffect(() => {
    read.current = { now, at: Date.now() }
  }, [now])

  function scan(code: string, method: TapMethod): boolean {
    const hour = instantFromMs(instantToMs(read.current.now) + Date.now() - read.current.at)
    const { from, until } = windowOf(hour)
    const places = classes.flatMap(({ id, title, rows }) => {
      const startsAt = starts[id] ?? ''
      return rows
        .filter((row) => row.code === code && startsAt >= from && startsAt <= until)
        .map((row) => ({ ...row, title, startsAt }))
    })
    const isIn = (bookingId: string) =>
      taps.done.has(bookingId) || taps.waiting.some((waiting) => waiting.bookingId === bookingId)
    const place = nextPlace(
      places.map((one) => (isIn(one.bookingId) ? { ...one, state: 'checked_in' } : one)),
    )
    if (!place) return false
    const { bookingId, name, title, marks, blocked, state } = place
    const worth = marks.map(({ text }) => text).join(', ')
    if (state === 'checked_in') setSaid(`${name} is already checked in: ${title}.`)
    else if (blocked) {
      blockedSound()
      const next = can.override ? 'Let them in below with a reason.' : 'Ask the front desk.'
      setSaid(`${name} can’t go in yet: ${worth}. ${next}`)
      document
        .getElementById(`b${bookingId}`)
        ?.querySelector('input[name=override]')
        ?.scrollIntoView({ block: 'center' })
    } else {
      taps.tap({ bookingId, name, title, method })
      setSaid(`${name} is in: ${title}.${worth ? ` ${worth}.` : ''}`)
    }
    return true
  }

  return { message, setSaid, scan }
}
