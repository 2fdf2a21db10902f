import { Form } from '@remix-run/react'
import type { SheetItem } from '#app/domain/grading/grading-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { count } from '#app/values/wording.ts'
import { useMarkQueue } from './mark-queue.ts'

const marks = [
  ['pass', 'Pass'],
  ['note', 'Note'],
  ['retest', 'Retest'],
] as const

const lead: Record<string, string> = { left: 'Left', right: 'Right', '': '' }

/**
 * What is marked, each with its sides. Without scripts one button saves the sheet; with them each
 * mark is kept on the tablet at once and sent when there is a network. Style: `grading`.
 */
export function MarkSheet(props: {
  studio: { slug: string }
  grading: string
  person: string
  name: string
  open: boolean
  items: readonly SheetItem[]
}) {
  const { studio, grading, person, name, open, items } = props
  const queue = useMarkQueue({
    to: paths.manageGradingAct(studio, grading, 'marks'),
    grading,
    person,
  })
  const markOf = (item: SheetItem) => queue.markOf(item.id, item.side) ?? item.mine
  const marked = items.filter((item) => markOf(item) !== null).length
  return (
    <Form method="post">
      <fieldset className="marks" disabled={!open}>
        <legend className="vh">Marks of {name}</legend>
        {items.map((item, n) => (
          <div key={`${item.id}${item.side}`} className="mark-row">
            <span id={`m${n}`}>
              {item.side === 'right' ? <span className="vh">{item.name}</span> : item.name}{' '}
              <small className="muted">{lead[item.side]}</small>
              {item.others.length > 0 && (
                <small className="muted">
                  {' '}
                  {item.others.map(({ by, mark }) => `${by}: ${mark}`).join(', ')}
                </small>
              )}
            </span>
            <span className="segments" role="radiogroup" aria-labelledby={`m${n}`}>
              {marks.map(([value, label]) => (
                <label key={value} className={value}>
                  <input
                    type="radio"
                    name={`mark.n${n}`}
                    value={value}
                    defaultChecked={markOf(item) === value}
                    onChange={() => queue.keep({ item: item.id, side: item.side, mark: value })}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </span>
          </div>
        ))}
      </fieldset>
      {items.length === 0 && (
        <p className="muted">
          The level asks for no skills, and nothing else is listed. Enter the result below.
        </p>
      )}
      <div className="marks-end" role="status">
        <p>
          {marked} of {items.length} marked. Where marks differ, the lower one counts.
          {queue.sentence && <span className="bad"> {queue.sentence}</span>}
        </p>
        {queue.waiting > 0 && (
          <p className="say warn">
            <Icon name="warning" />
            <span>
              No network. {count(queue.waiting, 'mark is', 'marks are')} safe on this tablet.
            </span>
          </p>
        )}
        {open && items.length > 0 && (
          <button type="submit" className="button" name="act" value="marks">
            Save marks
          </button>
        )}
      </div>
    </Form>
  )
}
