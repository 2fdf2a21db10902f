import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  addShiftNote,
  dayBookPage,
  type IncidentRow,
} from '#app/domain/day-book/day-book.server.ts'
import { shiftNoteForm } from '#app/domain/day-book/day-forms.ts'
import { incidentWords } from '#app/domain/day-book/day-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Day book', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'day:write')
  const { notes, open, closed } = await dayBookPage(ctx)
  const { locale, timeZone, slug } = ctx.studio
  const row = (one: IncidentRow) => ({
    id: one.id,
    kind: incidentWords[one.kind],
    when: dayShortTime(one.happenedAt, locale),
    where: one.roomName,
    open: one.state === 'open',
    what: one.account.length > 90 ? `${one.account.slice(0, 90)}…` : one.account,
  })
  return {
    rules: fieldRules(shiftNoteForm),
    studio: { slug },
    key: newId(),
    notes: notes.map(({ id, text, authorName, createdAt }) => ({
      id,
      text,
      by: `${authorName}, ${dayShortTime(wallTime(createdAt, timeZone), locale)}`,
    })),
    incidents: [...open, ...closed].map(row),
  }
}

/** Adds a note for the next shift: 303 to the day book, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'day:write')
  const submission = await parseForm(request, shiftNoteForm)
  if (submission.status !== 'success') return invalid(submission)
  await addShiftNote(ctx, submission.value)
  return redirectWithFlash(app, paths.manageDayBook(ctx.studio), 'The next shift reads it.')
}

export default function DayBook() {
  const { rules, studio, key, notes, incidents } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('note', ['key', 'text'], { answer, rules })
  return (
    <>
      <BackLink to={paths.manageToday(studio)}>Today</BackLink>
      <PageHead
        title="Day book"
        intro="What one shift tells the next, and what went wrong."
        actions={
          <Link className="button primary" to={paths.manageIncidentNew(studio)}>
            Note an incident
          </Link>
        }
      />
      <div className="split">
        <section aria-label="Incidents">
          {incidents.length > 0 ? (
            <Table
              caption="Incidents, the open ones first"
              rows={incidents}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Incident',
                  place: 'name',
                  cell: ({ id, kind, what }) => (
                    <Link to={paths.manageIncident(studio, id)}>
                      {kind}: {what}
                    </Link>
                  ),
                },
                {
                  name: 'State',
                  place: 'state',
                  cell: ({ open }) => (
                    <Label text={open ? 'Open' : 'Closed'} tone={open ? 'warn' : 'line'} />
                  ),
                },
                { name: 'When', place: 'under', date: true, cell: ({ when }) => when },
                { name: 'Where', place: 'under', cell: ({ where }) => where },
              ]}
            />
          ) : (
            <Empty
              icon="note"
              title="No incidents"
              text="An injury, a near miss or a defect: note it the day it happens, with what was done at once."
            />
          )}
        </section>
        <aside className="aside">
          <section>
            <h2>For the next shift</h2>
            <LiveFormBody of={form} className="sheet-form">
              <HiddenFields values={{ key: String(form.fields.key.initialValue ?? key) }} />
              <TextareaField field={form.fields.text} label="Note" rows={3} />
              <SendButton sending="Saving…">Add note</SendButton>
            </LiveFormBody>
          </section>
          <section>
            <h2>Notes</h2>
            {notes.length === 0 && <p className="muted">No notes yet.</p>}
            <ul className="shift-notes">
              {notes.map(({ id, text, by }) => (
                <li key={id}>
                  <p>{text}</p>
                  <p className="muted">{by}</p>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}
