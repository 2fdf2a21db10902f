import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { mayAt } from '#app/domain/scope/may-at.ts'
import { giveBackShift } from '#app/domain/staffing/rota/give-back-shift.server.ts'
import { rotaPage } from '#app/domain/staffing/rota/rota-queries.server.ts'
import { rotaView } from '#app/domain/staffing/rota/rota-view.ts'
import { giveBackRefusals, takeRefusals } from '#app/domain/staffing/rota/rota-words.ts'
import { takeShift } from '#app/domain/staffing/rota/take-shift.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayRange } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { weekAsked } from './rota-parts/week-asked.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Rota', { matches })

/** A week as it is planned, for who plans it; as it was published, for everybody else. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'work:own')
  const { slug, locale, timeZone } = ctx.studio
  const week = weekAsked(ctx, app.url)
  const plans = mayAt(ctx.studio, viewer.role, 'staff:write')
  const { rows, before } = await rotaPage(ctx, week)
  const today = localDate(ctx.now, timeZone)
  return {
    studio: { slug },
    week,
    plans,
    thisWeek: today >= week && today < addDays(week, 7),
    when: dayRange(week, addDays(week, 6), locale),
    copies: before,
    ...rotaView(rows, {
      now: ctx.now,
      timeZone,
      locale,
      plans,
      viewer: { personId: viewer.personId, role: viewer.role },
    }),
  }
}

/** Takes an open shift or gives one back: 303 back to the week, 422 with why not. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'work:own')
  const back = paths.manageRota(ctx.studio, { week: weekAsked(ctx, app.url) })
  const posted = await readPosted(request)
  if (posted.has('give')) {
    const given = await giveBackShift(ctx, String(posted.get('give')))
    if (given.ok)
      return redirectWithFlash(
        app,
        back,
        'The shift is open to others now, and a manager has a task to fill it.',
      )
    if (given.reason === 'not_found') throw notFound()
    throw refusalPage(given.reason, giveBackRefusals[given.reason], back)
  }
  const result = await takeShift(ctx, String(posted.get('shift') ?? ''))
  if (result.ok) return redirectWithFlash(app, back, 'The shift is yours.')
  if (result.reason === 'not_found') throw notFound()
  throw refusalPage(result.reason, takeRefusals[result.reason], back)
}

export default function Rota() {
  const { studio, week, plans, thisWeek, when, copies, shifts, hours, telling, unpublished } =
    useLoaderData<typeof loader>()
  const at = (day: string) => paths.manageRota(studio, { week: day })
  return (
    <ListPage
      title="Rota"
      intro={`${when}, ${count(shifts.length, 'shift')}.`}
      actions={
        <>
          {plans && (
            <a className="button quiet" href={paths.manageRotaFile(studio, week)}>
              CSV
            </a>
          )}
          {plans && (
            <Link className="button primary" to={paths.manageShift(studio, 'new', { week })}>
              <Icon name="plus" /> Add a shift
            </Link>
          )}
        </>
      }
      filters={
        <nav className="filters" aria-label="Week">
          <Link className="button square" to={at(addDays(week, -7))} aria-label="The week before">
            <Icon name="back" />
          </Link>
          <Link className="button square" to={at(addDays(week, 7))} aria-label="The week after">
            <Icon name="next" />
          </Link>
          {!thisWeek && (
            <Link className="button" to={paths.manageRota(studio)}>
              This week
            </Link>
          )}
          {plans && copies > 0 && (
            <Form method="post" action={paths.manageRotaCopy(studio, week)}>
              <button type="submit" className="button">
                Copy {count(copies, 'shift')} of last week
              </button>
            </Form>
          )}
          {plans && unpublished > 0 && (
            <Form method="post" action={paths.manageRotaPublish(studio, week)}>
              <button type="submit" className="button primary">
                Publish {count(unpublished, 'change')}
              </button>
            </Form>
          )}
        </nav>
      }
    >
      {plans && unpublished > 0 && (
        <p className="muted">
          {telling.length > 0
            ? `Told by email once you publish: ${telling.join(', ')}.`
            : 'Nobody is emailed: nothing changes for anyone who works here.'}
        </p>
      )}
      {shifts.length === 0 ? (
        <Empty
          icon="calendar"
          title="No shifts this week"
          text={
            plans
              ? 'Add who is at the desk and when, or leave a shift open for someone to take. Publish the week to tell people.'
              : 'Shifts appear here once they are published.'
          }
        />
      ) : (
        <Table
          caption="Shifts in order of time"
          rows={shifts}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'When',
              place: 'name',
              cell: ({ id, when: time, what }) => {
                const text = `${time}: ${what}`
                return plans ? <Link to={paths.manageShift(studio, id)}>{text}</Link> : text
              },
            },
            {
              name: 'Who',
              place: 'state',
              cell: ({ id, who, takes, gives, when: time }) =>
                takes || gives ? (
                  <Form method="post" action={`${at(week)}&index`}>
                    <button
                      type="submit"
                      className="button small"
                      name={takes ? 'shift' : 'give'}
                      value={id}
                    >
                      {takes ? 'Take it' : 'Give it back'}
                      <span className="vh"> {time}</span>
                    </button>
                  </Form>
                ) : (
                  who
                ),
            },
            {
              name: 'State',
              place: 'under',
              cell: ({ label }) => label && <Label {...label} />,
            },
            { name: 'Where', place: 'under', cell: ({ where }) => where },
            { name: 'Note', place: 'under', cell: ({ note }) => note },
          ]}
        />
      )}
      {hours.length > 0 && (
        <section className="more">
          <div className="section-head">
            <h2>Hours this week</h2>
          </div>
          <Table
            caption="Hours of each person, most first"
            rows={hours}
            rowKey={({ personId }) => personId}
            columns={[
              { name: 'Name', place: 'name', cell: ({ name }) => name },
              { name: 'Hours', place: 'state', number: true, cell: ({ sum }) => `${sum} h` },
              {
                name: 'Shifts',
                place: 'under',
                number: true,
                cell: ({ shifts: n }) => count(n, 'shift'),
              },
            ]}
          />
        </section>
      )}
    </ListPage>
  )
}
