import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import {
  type Appointment,
  appointmentStage,
  typeWords,
} from '#app/domain/appointments/appointment-view.ts'
import { appointmentsDeskPage } from '#app/domain/appointments/desk-pages.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, count, dayLong, dayTime } from '#app/values/wording.ts'
import { addDays, isLocalDate, localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Appointments', { matches })

const filters = z.object({ from: z.string().refine(isLocalDate).nullable().catch(null) })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const today = localDate(ctx.now, ctx.studio.timeZone)
  const date = listParams(app, filters).from ?? today
  const { day, requests, types } = await appointmentsDeskPage(ctx, date)
  const { slug, locale } = ctx.studio
  const row = (a: Appointment) => ({
    id: a.id,
    time: clockTime(a.localStart, locale),
    when: dayTime(a.localStart, locale),
    who: a.personName,
    what: a.title,
    people: a.people,
    where: `${a.coachName}, ${a.roomName}`,
    stage: appointmentStage({ ...a, now: ctx.now }),
  })
  return {
    studio: { slug },
    canWrite: may(viewer.role, 'schedule:write'),
    canBook: may(viewer.role, 'roster:write'),
    title: date === today ? `Today, ${dayLong(date, locale)}` : dayLong(date, locale),
    before: addDays(date, -1),
    after: addDays(date, 1),
    date,
    day: day.map(row),
    requests: requests.map(row),
    types: types.map((type) => ({
      id: type.id,
      name: type.name,
      archived: type.archived,
      words: typeWords(type, ctx.studio),
    })),
  }
}

const tone = (of: 'good' | 'warn' | 'bad' | 'muted') => (of === 'muted' ? ('line' as const) : of)

export default function Appointments() {
  const { studio, canWrite, canBook, title, before, after, date, day, requests, types } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Appointments"
        intro={day.length > 0 ? `${title}: ${count(day.length, 'appointment')}.` : undefined}
        actions={
          <>
            <Link className="button" to={paths.manageAvailability(studio)}>
              Hours of coaches
            </Link>
            {canBook && types.length > 0 && (
              <Link className="button primary" to={paths.manageAppointmentNew(studio, { date })}>
                Book an appointment
              </Link>
            )}
          </>
        }
      />
      <div className="sections">
        {requests.length > 0 && (
          <section>
            <div className="section-head">
              <h2>Waiting for your answer</h2>
            </div>
            <ul className="lines">
              {requests.map(({ id, when, who, what, where }) => (
                <li key={id}>
                  <Link to={paths.manageAppointment(studio, id)}>
                    <b>{who}</b>, {what}
                  </Link>{' '}
                  <span className="muted">
                    {when}, {where}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <div className="section-head">
            <h2>{title}</h2>
            <span className="row">
              <Link className="button" to={paths.manageAppointments(studio, { from: before })}>
                Day before
              </Link>
              <Link className="button" to={paths.manageAppointments(studio, { from: after })}>
                Day after
              </Link>
            </span>
          </div>
          {day.length > 0 ? (
            <Table
              caption={`Appointments of ${title}, by time`}
              rows={day}
              rowKey={({ id }) => id}
              columns={[
                { name: 'Time', cell: ({ time }) => time, place: 'under' },
                {
                  name: 'Who',
                  cell: ({ id, who }) => (
                    <Link to={paths.manageAppointment(studio, id)}>{who}</Link>
                  ),
                  place: 'name',
                },
                { name: 'What', cell: ({ what }) => what, place: 'under' },
                { name: 'People', cell: ({ people }) => people, number: true, place: 'desk' },
                { name: 'Coach and room', cell: ({ where }) => where, place: 'wide' },
                {
                  name: 'State',
                  cell: ({ stage }) => <Label text={stage.text} tone={tone(stage.tone)} />,
                  place: 'state',
                },
              ]}
            />
          ) : (
            <Empty
              icon="calendar"
              title="No appointments this day"
              text="Members book them from the timetable, and you can book for them."
            />
          )}
        </section>
        <section>
          <div className="section-head">
            <h2>Appointment types</h2>
            {canWrite && (
              <Link className="button" to={paths.manageAppointmentType(studio, 'new')}>
                Add an appointment type
              </Link>
            )}
          </div>
          {types.length > 0 ? (
            <ul className="lines">
              {types.map(({ id, name, words, archived }) => (
                <li key={id}>
                  {canWrite ? (
                    <Link to={paths.manageAppointmentType(studio, id)}>{name}</Link>
                  ) : (
                    <b>{name}</b>
                  )}{' '}
                  <span className="muted">{words}</span>{' '}
                  {archived && <Label text="Archived" tone="line" />}
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">No appointment types yet. Add a type, then a coach’s hours.</p>
          )}
        </section>
      </div>
    </>
  )
}
