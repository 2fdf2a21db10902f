import { Form, Link, useSubmit } from '@remix-run/react'
import { type DragEvent, useState } from 'react'
import type { LeadCard } from '#app/domain/leads/list/card-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { useScripted } from '#app/ui/use-scripted.ts'
import { factsLine } from '#app/values/text/separators.ts'

type Studio = { slug: string }
export type BoardCard = LeadCard & { could: { id: string; words: string; key: string } | null }
export type Column = { id: string; name: string; count: string; more: number; cards: BoardCard[] }

/** Columns of open leads. A card is moved by its select, or dragged where scripts run. */
export function LeadsBoard(props: {
  studio: Studio
  columns: readonly Column[]
  back: string
  table: string
  canWrite: boolean
}) {
  const { studio, columns, back, table, canWrite } = props
  const submit = useSubmit()
  const scripted = useScripted()
  const [over, setOver] = useState('')
  const drag = (event: DragEvent, leadId: string) =>
    event.dataTransfer.setData('application/x-lead', leadId)
  const hover = (event: DragEvent, stageId: string) => {
    event.preventDefault()
    setOver(stageId)
  }
  const drop = (event: DragEvent, stageId: string) => {
    setOver('')
    const leadId = event.dataTransfer.getData('application/x-lead')
    if (!leadId) return
    event.preventDefault()
    submit(
      { stageId, back },
      { method: 'post', action: paths.manageLeadAct(studio, leadId, 'stage') },
    )
  }
  const drops = scripted && canWrite
  return (
    <div className="leads-board">
      {columns.map(({ id, name, count, more, cards }) => (
        <section
          key={id}
          aria-labelledby={`s-${id}`}
          className={over === id ? 'over' : undefined}
          onDragOver={drops ? (event) => hover(event, id) : undefined}
          onDragLeave={drops ? () => setOver('') : undefined}
          onDrop={drops ? (event) => drop(event, id) : undefined}
        >
          <h2 id={`s-${id}`}>
            {name} <span>{count}</span>
          </h2>
          <ol>
            {cards.map((card) => (
              <li
                key={card.id}
                className="lead"
                draggable={drops || undefined}
                onDragStart={drops ? (event) => drag(event, card.id) : undefined}
              >
                <Card {...{ studio, card, columns, back, canWrite }} />
              </li>
            ))}
          </ol>
          {more > 0 && (
            <Link className="more" to={table}>
              {more} more
            </Link>
          )}
        </section>
      ))}
    </div>
  )
}

function Card(props: {
  studio: Studio
  card: BoardCard
  columns: readonly Column[]
  back: string
  canWrite: boolean
}) {
  const { studio, card, columns, back, canWrite } = props
  const { id, name, wish, next, source, owner, could, note, stageId } = card
  return (
    <>
      <Link to={paths.manageLead(studio, id)}>{name}</Link>
      {wish && <p>{wish}</p>}
      {next && (
        <p className={next.late ? 'next late' : 'next'}>
          <Icon name="clock" />
          <span>{next.text}</span>
        </p>
      )}
      {could && canWrite && (
        <Form method="post" action={paths.manageLeadAct(studio, id, 'trial')} className="could">
          <input type="hidden" name="key" value={could.key} />
          <input type="hidden" name="occurrenceId" value={could.id} />
          <input type="hidden" name="back" value={back} />
          <p>Could come: {could.words}</p>
          <button type="submit" className="button small" name="act" value="hold">
            Hold for 12 hours<span className="vh"> for {name}</span>
          </button>
        </Form>
      )}
      <footer>
        <span>{factsLine([source, note])}</span>
        {owner && <Avatar name={owner} photo="" />}
      </footer>
      {canWrite && (
        <Form method="post" action={paths.manageLeadAct(studio, id, 'stage')} className="move">
          <input type="hidden" name="back" value={back} />
          <label className="vh" htmlFor={`m-${id}`}>
            Stage of {name}
          </label>
          <select id={`m-${id}`} name="stageId" defaultValue={stageId}>
            {columns.map((column) => (
              <option key={column.id} value={column.id}>
                {column.name}
              </option>
            ))}
          </select>
          <button type="submit" className="button small quiet">
            Move<span className="vh"> {name}</span>
          </button>
        </Form>
      )}
    </>
  )
}
