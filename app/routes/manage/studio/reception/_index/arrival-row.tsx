import { Form } from '@remix-run/react'
import type { FormEvent } from 'react'
import type { RowWords } from '#app/domain/reception/reception-words.ts'
import { paths } from '#app/paths.ts'
import type { Field } from '#app/ui/form/form-answer.ts'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { Marks } from '#app/ui/schedule/roster-table.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
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
  rules: FormRules
}) {
  const { rules, studio, title, row, taps, scripted, canCheckIn, mayOverride } = props
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
            {waits && !taps.sent.has(waits.key) && (
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
  const what = (
    <>
      <input type="hidden" name="act" value="check_in" />
      <input type="hidden" name="bookingId" value={row.bookingId} />
      {give && <input type="hidden" name="give" value="on" />}
    </>
  )
  return (
    <li id={`b${row.bookingId}`} className={row.blocked ? 'stopped' : undefined}>
      {row.blocked ? (
        <SmallForm
          id={`in-${row.bookingId}`}
          names={['override']}
          rules={rules}
          action={paths.manageReception(studio)}
          onSend={act}
        >
          {({ override }) => (
            <>
              {what}
              <div className="arrival">
                <Who row={row} />
                <Override field={override} name={row.name} may={mayOverride} />
              </div>
            </>
          )}
        </SmallForm>
      ) : (
        <form method="post" action={paths.manageReception(studio)} onSubmit={act}>
          {what}
          <button type="submit" className="arrival">
            <Who row={row} />
            <span className="do">
              {give ? 'Add to class' : 'Check in'}
              <span className="vh"> {row.name}</span>
            </span>
          </button>
        </form>
      )}
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

/** Letting someone in whom an alert stops, with the reason that stays in the record. */
export function Override({ field, name, may }: { field: Field; name: string; may: boolean }) {
  if (!may) return <span className="bad">Stopped: ask the front desk</span>
  return (
    <span className="override">
      <OverrideField field={field} name={name} may />
      <button type="submit" className="button small">
        Let in<span className="vh"> {name}</span>
      </button>
    </span>
  )
}

/** Why somebody is let in, where the viewer may say so. */
export function OverrideField({ field, name, may }: { field: Field; name: string; may: boolean }) {
  if (!may) return null
  return (
    <TextField
      field={field}
      label={<span className="vh">Why {name} is let in</span>}
      placeholder="Stopped. Let in because"
      autoComplete="off"
      required={true}
    />
  )
}

function Undo({ studio, row }: { studio: StudioRef; row: Pick<RowWords, 'bookingId' | 'name'> }) {
  return (
    <Form method="post" action={paths.manageReception(studio)}>
      <input type="hidden" name="act" value="undo" />
      <input type="hidden" name="bookingId" value={row.bookingId} />
      <button type="submit" className="button small quiet">
        Undo<span className="vh"> for {row.name}</span>
      </button>
    </Form>
  )
}
