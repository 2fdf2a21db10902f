import { Form, Link } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { nextPlace, windowOf } from '#app/domain/reception/look-ahead.ts'
import type {
  ArrivalWords,
  ClassWords,
  ReceptionWords,
} from '#app/domain/reception/reception-words.ts'
import type { TapMethod } from '#app/domain/reception/taps.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { FillMarks } from '#app/ui/schedule/fill-marks.tsx'
import { useScripted } from '#app/ui/use-scripted.ts'
import { type Instant, instantFromMs, instantToMs } from '#app/values/instant.ts'
import { ArrivalRow } from './arrival-row.tsx'
import { blockedSound } from './blocked-sound.ts'
import { FindForm } from './find-form.tsx'
import { PersonCard } from './person-card.tsx'
import { QueueBar } from './queue-bar.tsx'
import { type Taps, useTapQueue } from './use-tap-queue.ts'

type StudioRef = { slug: string }
type Can = { checkIn: boolean; override: boolean; sell: boolean; add: boolean; settings: boolean }

export type ReceptionData = ReceptionWords & {
  studio: StudioRef
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
  'The network is away, and this is nobody on the rosters below. Write the name down until it is back.'

/** The desk: one box to find or scan somebody, who was found, the next classes as large buttons, and who came in. */
export function Reception(data: ReceptionData) {
  const { studio, classes, found, recent, q, can, visitKey, clock, stopped } = data
  const taps = useTapQueue(studio, visitKey)
  const scripted = useScripted()
  const { said, scan, setSaid } = useScan(data, taps)
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
            <Link className="button" to={paths.manageKiosks(studio)}>
              Kiosks
            </Link>
          </>
        }
      />
      {can.checkIn && <FindForm studio={studio} q={q} scan={scan} away={away} onAway={setSaid} />}
      <p className="scanned" role="status">
        {said}
      </p>
      {scripted && <QueueBar studio={studio} taps={taps} />}
      {found?.length === 0 && (
        <Empty
          icon="search"
          title="Nobody by that name"
          text="Add them to the members first, then look again."
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
              text="The next classes of the day stand here with their rosters. People can still be found and put down as here."
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
  const [said, setSaid] = useState('')
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
    if (state === 'checked_in') setSaid(`${name} is in already: ${title}.`)
    else if (blocked) {
      blockedSound()
      const next = can.override ? 'Let them in below with a reason.' : 'Ask the front desk.'
      setSaid(`${name} is stopped: ${worth}. ${next}`)
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

  return { said, setSaid, scan }
}

function ClassRoster(props: {
  studio: StudioRef
  one: ClassWords
  taps: Taps
  scripted: boolean
  can: Can
}) {
  const { studio, one, taps, scripted, can } = props
  const { id, title, time, where, rows, booked, capacity, waiting } = one
  const isIn = (bookingId: string) =>
    taps.done.has(bookingId) || taps.waiting.some((waits) => waits.bookingId === bookingId)
  const inside = rows.filter((row) => row.state === 'checked_in' || isIn(row.bookingId)).length
  return (
    <section aria-labelledby={`c${id}`}>
      <div className="section-head">
        <h2 id={`c${id}`}>
          {time} <Link to={paths.manageClass(studio, id)}>{title}</Link>
        </h2>
        <span>
          {inside} of {rows.length} in
        </span>
      </div>
      <p className="muted where">
        {where} <FillMarks inside={inside} booked={booked} capacity={capacity} />
      </p>
      {rows.length === 0 ? (
        <p className="muted">Nobody is booked yet.</p>
      ) : (
        <ul className="arrivals">
          {rows.map((row) => (
            <ArrivalRow
              key={row.bookingId}
              {...{ studio, title, row, taps, scripted }}
              canCheckIn={can.checkIn}
              mayOverride={can.override}
            />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <>
          <h3 className="waits">On the waitlist</h3>
          <ul className="arrivals">
            {waiting.map((row) => (
              <ArrivalRow
                key={row.bookingId}
                {...{ studio, title, row, taps, scripted }}
                canCheckIn={can.checkIn}
                mayOverride={can.override}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Who came last, at the desk, by queue or at a kiosk. */
function CameIn(props: { studio: StudioRef; recent: readonly ArrivalWords[]; canUndo: boolean }) {
  const { studio, recent, canUndo } = props
  return (
    <aside className="aside" aria-labelledby="came-in">
      <section>
        <h2 id="came-in">Came in</h2>
        {recent.length === 0 && <p className="muted">Nobody yet today.</p>}
        <ul className="came-in">
          {recent.map(({ id, personId, bookingId, name, told, overridden, open }) => (
            <li key={id}>
              <div>
                <Link to={paths.managePerson(studio, personId)}>{name}</Link>
                <small>{told}</small>
                {overridden && <small className="warn">Let in: {overridden}</small>}
              </div>
              {open && canUndo && (
                <Form method="post" action={paths.manageReception(studio)} preventScrollReset>
                  <input type="hidden" name="act" value={bookingId ? 'undo' : 'undo_visit'} />
                  <input
                    type="hidden"
                    name={bookingId ? 'bookingId' : 'arrivalId'}
                    value={bookingId ?? id}
                  />
                  <button type="submit" className="button small quiet">
                    Undo<span className="vh"> for {name}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}
