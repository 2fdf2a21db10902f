import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import {
  type TaughtClass,
  trainingDeskPage,
} from '#app/domain/overview/training/training-desk-page.server.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, count, counted, dayLong } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Training', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const { slug, locale } = ctx.studio
  const { today, classes, drafts, moreDrafts, exerciseDrafts, flows, moreFlows } =
    await trainingDeskPage(ctx, ctx.actor)
  const mine = (one: TaughtClass) => viewer.role === 'coach' && one.coachId === viewer.personId
  const rows = classes.map((one) => ({
    ...one,
    mine: mine(one),
    time: clockTime(one.localStart, locale),
    day: one.localStart.slice(0, 10) === today ? 'today' : 'tomorrow',
  }))
  return {
    studio: { slug },
    day: dayLong(today, locale),
    unplanned: rows.filter((one) => one.day === 'today' && !one.workout && !one.flow).length,
    sections: [
      { name: 'Your classes today', rows: rows.filter((r) => r.mine && r.day === 'today') },
      { name: 'Your classes tomorrow', rows: rows.filter((r) => r.mine && r.day === 'tomorrow') },
      {
        name: viewer.role === 'coach' ? 'Other classes today' : 'Classes today',
        rows: rows.filter((r) => !r.mine && r.day === 'today'),
      },
      {
        name: viewer.role === 'coach' ? 'Other classes tomorrow' : 'Classes tomorrow',
        rows: rows.filter((r) => !r.mine && r.day === 'tomorrow'),
      },
    ].filter((section) => section.rows.length > 0),
    drafts,
    moreDrafts,
    exerciseDrafts,
    flows,
    moreFlows,
    canWrite: may(viewer.role, 'training:write'),
    workouts: studioUses(ctx.studio, 'workouts'),
  }
}

export default function TrainingDesk() {
  const { studio, day, unplanned, sections, canWrite, ...library } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Training"
        intro={
          unplanned === 0
            ? `${day}. Every class still to come today is planned, or there is none to come.`
            : `${day}. ${count(unplanned, 'class', 'classes')} still to come today ${
                unplanned === 1 ? 'has' : 'have'
              } no plan yet.`
        }
        actions={
          canWrite &&
          library.workouts && (
            <Link className="button primary" to={paths.manageWorkoutNew(studio)}>
              <Icon name="plus" /> Add a workout
            </Link>
          )
        }
      />
      <div className="split">
        <div className="sections">
          {sections.length === 0 && (
            <Empty
              icon="calendar"
              title="No classes today or tomorrow"
              text="Classes appear here with what is trained in each and who needs a second look."
            />
          )}
          {sections.map(({ name, rows }) => (
            <section key={name}>
              <div className="section-head">
                <h2>{name}</h2>
              </div>
              <ClassTable caption={name} studio={studio} rows={rows} canWrite={canWrite} />
            </section>
          ))}
        </div>
        <Library studio={studio} {...library} />
      </div>
    </>
  )
}

type Row = TaughtClass & { time: string; mine: boolean }

function ClassTable(props: {
  caption: string
  studio: { slug: string }
  rows: readonly Row[]
  canWrite: boolean
}) {
  const { caption, studio, rows, canWrite } = props
  return (
    <Table
      caption={caption}
      columns={[
        {
          name: 'Class',
          place: 'name',
          cell: ({ id, time, title }) => (
            <Link to={paths.manageClass(studio, id)}>
              {time} {title}
            </Link>
          ),
        },
        {
          name: 'Plan',
          place: 'under',
          cell: ({ id, workout, flow }) => {
            const plan = [flow, workout].filter(Boolean).join(', ')
            return canWrite ? (
              <Link to={paths.manageClassWorkout(studio, id)}>{plan || 'Plan it'}</Link>
            ) : (
              plan || 'Not planned'
            )
          },
        },
        {
          name: 'Booked',
          place: 'under',
          cell: ({ booked, capacity, coachName, roomName }) =>
            `${booked} of ${capacity}, ${coachName}, ${roomName}`,
        },
        {
          name: 'Teach',
          place: 'under',
          cell: ({ id, flowId }) =>
            flowId && (
              <a href={paths.manageFlowView(studio, flowId, 'teach', { class: id })}>Teach</a>
            ),
        },
        {
          name: 'Results',
          place: 'under',
          cell: ({ id, workout }) =>
            workout &&
            canWrite && <Link to={paths.manageClassResults(studio, id)}>Enter results</Link>,
        },
        {
          name: 'To know',
          place: 'under',
          cell: ({ firstTimers, injured }) =>
            firstTimers + injured === 0 ? null : (
              <>
                {firstTimers > 0 && <Label text={count(firstTimers, 'first visit')} tone="line" />}{' '}
                {injured > 0 && <Label text={count(injured, 'injury', 'injuries')} tone="bad" />}
              </>
            ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

function Library(props: {
  studio: { slug: string }
  drafts: readonly { id: string; name: string; unclear: number }[]
  moreDrafts: boolean
  exerciseDrafts: { n: number; more: boolean }
  flows: readonly { id: string; title: string }[]
  moreFlows: boolean
  /** The studio uses workouts. */
  workouts: boolean
}) {
  const { studio, drafts, moreDrafts, exerciseDrafts, flows, moreFlows, workouts } = props
  return (
    <aside className="aside">
      {workouts && (
        <section>
          <h2>Workouts in draft</h2>
          {drafts.length === 0 ? (
            <p className="muted">None. Everything typed is published or archived.</p>
          ) : (
            <ul>
              {drafts.map(({ id, name, unclear }) => (
                <li key={id}>
                  <Link to={paths.manageWorkout(studio, id)}>{name}</Link>
                  {unclear > 0 && (
                    <span className="muted"> ({count(unclear, 'line')} to settle)</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {moreDrafts && (
            <p className="do">
              <Link to={paths.manageWorkouts(studio, { state: 'draft' })}>See all drafts</Link>
            </p>
          )}
        </section>
      )}
      <section>
        <h2>Flows in draft</h2>
        {flows.length === 0 ? (
          <p className="muted">None.</p>
        ) : (
          <ul>
            {flows.map(({ id, title }) => (
              <li key={id}>
                <Link to={paths.manageFlow(studio, id)}>{title}</Link>
              </li>
            ))}
          </ul>
        )}
        {moreFlows && (
          <p className="do">
            <Link to={paths.manageFlows(studio, { state: 'draft' })}>See all drafts</Link>
          </p>
        )}
      </section>
      <section>
        <h2>Exercises in draft</h2>
        <p>
          {exerciseDrafts.n === 0 ? (
            <span className="muted">None.</span>
          ) : (
            <Link to={paths.manageExercises(studio, { state: 'draft' })}>
              {`${counted(exerciseDrafts.n, exerciseDrafts.more)} to check and publish`}
            </Link>
          )}
        </p>
      </section>
    </aside>
  )
}
