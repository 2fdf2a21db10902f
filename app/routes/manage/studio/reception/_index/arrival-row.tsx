import { Form } from '@remix-run/react'
import type { FormEvent } from 'react'
import type { RowWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import type { Taps } from './use-tap-queue.ts'

type StudioRef = { slug: string }

/** One person of a roster: a large button while they are booked, a line once they are in. */
export function ArrivalRow(props: {
  studio: StudioRef
  title: string
  row: RowWords
  taps: Taps
  scripted: boolean
  canCheckIn: boolean
  mayOverride: boolean
}) {
  const { studio, title, row, taps, scripted, canCheckIn, mayOverride } = props
  const waits = taps.waiting.find(({ bookingId }) => bookingId === row.bookingId)
  const isIn = row.state === 'checked_in' || taps.done.has(row.bookingId)
  if (waits || isIn || !canCheckIn) {
    return (
      <li id={`b${row.bookingId}`} className={waits || isIn ? 'came' : undefined}>
        <div className="arrival">
          <Who row={row} />
          <span className="how">
            {waits && (
              <span className="in warn">
                <Icon name="clock" /> Waiting
              </span>
            )}
            {waits && (
              <button
                type="button"
                className="button small quiet"
                onClick={() => taps.drop(waits.key)}
              >
                Undo<span className="vh"> for {row.name}</span>
              </button>
            )}
            {!waits && isIn && (
              <span className="in good">
                <Icon name="tick" /> {row.here || 'In'}
              </span>
            )}
            {!waits && isIn && canCheckIn && <Undo studio={studio} row={row} />}
          </span>
        </div>
      </li>
    )
  }
  const give = row.state === 'waitlisted'
  const act = (event: FormEvent<HTMLFormElement>) => {
    if (!scripted) return
    event.preventDefault()
    const override = String(new FormData(event.currentTarget).get('override') ?? '')
    taps.tap({ bookingId: row.bookingId, name: row.name, title, override, give })
  }
  return (
    <li id={`b${row.bookingId}`} className={row.blocked ? 'stopped' : undefined}>
      <form method="post" action={paths.manageReception(studio)} onSubmit={act}>
        <input type="hidden" name="act" value="check_in" />
        <input type="hidden" name="bookingId" value={row.bookingId} />
        {give && <input type="hidden" name="give" value="on" />}
        {row.blocked ? (
          <div className="arrival">
            <Who row={row} />
            <Override name={row.name} may={mayOverride} />
          </div>
        ) : (
          <button type="submit" className="arrival">
            <Who row={row} />
            <span className="do">
              {give ? 'Give a place' : 'Check in'}
              <span className="vh"> {row.name}</span>
            </span>
          </button>
        )}
      </form>
    </li>
  )
}

function Who({ row }: { row: RowWords }) {
  return (
    <>
      <Avatar name={row.name} photo={row.photo} />
      <span className="who">
        <b>{row.name}</b>
        <span className="marks">
          {row.pays && <small>{row.pays}</small>} <Marks marks={row.marks} />
        </span>
      </span>
    </>
  )
}

/** Letting somebody in whom an alert stops, with the reason that stays in the record. */
export function Override({ name, may }: { name: string; may: boolean }) {
  if (!may) return <span className="bad">Stopped: ask the front desk</span>
  return (
    <span className="override">
      <label>
        <span className="vh">Why {name} is let in</span>
        <input
          name="override"
          required
          maxLength={200}
          placeholder="Stopped. Let in because"
          autoComplete="off"
        />
      </label>
      <button type="submit" className="button small">
        Let in<span className="vh"> {name}</span>
      </button>
    </span>
  )
}

function Undo({ studio, row }: { studio: StudioRef; row: Pick<RowWords, 'bookingId' | 'name'> }) {
  return (
    <Form method="post" action={paths.manageReception(studio)} preventScrollReset>
      <input type="hidden" name="act" value="undo" />
      <input type="hidden" name="bookingId" value={row.bookingId} />
      <button type="submit" className="button small quiet">
        Undo<span className="vh"> for {row.name}</span>
      </button>
    </Form>
  )
}
