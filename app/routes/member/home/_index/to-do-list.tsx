import type { ToDo } from '#app/domain/overview/to-dos.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

type StudioRef = { slug: string }

/** Where a to-do is done. */
function toDoPath(
  { kind, bookingId, documentId, childId, invoiceId }: ToDo,
  studio: StudioRef,
): string {
  switch (kind) {
    case 'sign':
      return documentId
        ? paths.portalDocument(studio, documentId, childId ? { person: childId } : {})
        : paths.portalDocuments(studio)
    case 'decline':
      return bookingId ? paths.cancelBooking(studio, bookingId) : paths.portal(studio)
    case 'offer':
      return bookingId ? paths.placeOffer(studio, bookingId) : paths.portal(studio)
    case 'payment':
      return invoiceId ? paths.portalInvoice(studio, invoiceId) : paths.ask(studio)
    case 'card':
      return paths.portalCards(studio)
    case 'credits':
      return paths.timetable(studio)
    case 'notices':
      return paths.notices(studio)
    case 'details':
      return paths.portalDetails(studio)
  }
}

/** What runs out within minutes, above everything else. Styles: `alert`. */
export function PressingToDos({ toDos, studio }: { toDos: readonly ToDo[]; studio: StudioRef }) {
  return (
    <>
      {toDos.map((toDo) => (
        <a key={toDo.title} className="alert full" href={toDoPath(toDo, studio)}>
          <Icon name="clock" />
          <span>
            <b>{toDo.title}</b>
            <br />
            <small>{toDo.note}</small>
          </span>
          <Icon name="next" />
        </a>
      ))}
    </>
  )
}

/** Nothing when there is nothing to do. Styles: `lines`. */
export function ToDoList({ toDos, studio }: { toDos: readonly ToDo[]; studio: StudioRef }) {
  if (toDos.length === 0) return null
  return (
    <section className="stack" aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      <ul className="lines tight">
        {toDos.map((toDo) => (
          <li key={toDo.title}>
            <a className="go" href={toDoPath(toDo, studio)}>
              <span>
                <b>{toDo.title}</b>
                <br />
                <small className="soft">{toDo.note}</small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
