import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import type { TaughtClass } from '#app/domain/overview/training/taught-class.ts'
import { trainingDeskPage } from '#app/domain/overview/training/training-desk-page.server.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import { may } from '#app/domain/scope/permissions.ts'
import type { SharedLog } from '#app/domain/training-log/history/shared-logs.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime, count, dayLong, dayShort } from '#app/values/wording.ts'
import { ClassTable } from './class-table.tsx'
import { Library } from './desk-library.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Training', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const { slug, locale } = ctx.studio
  const { today, classes, shared, drafts, moreDrafts, exerciseDrafts, flows, moreFlows } =
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
    needing: needing(
      rows.filter((one) => one.mine || viewer.role !== 'coach'),
      // They are shared with coaches: the front desk does not read them.
      studioUses(ctx.studio, 'workouts') && may(viewer.role, 'training:write') ? shared : [],
      locale,
    ),
    drafts,
    moreDrafts,
    exerciseDrafts,
    flows,
    moreFlows,
    canWrite: may(viewer.role, 'training:write'),
    workouts: studioUses(ctx.studio, 'workouts'),
  }
}

type Seen = Pick<TaughtClass, 'id' | 'title' | 'firstTimers' | 'injured'> & { time: string }

/** Who needs the coach who looks: workouts shared with them, and first visits and injuries ahead. */
const needing = (classes: readonly Seen[], shared: readonly SharedLog[], locale: string) => [
  ...shared.map(({ id, person, name, localStart }) => ({
    key: id,
    log: id as string | null,
    classId: '',
    title: `${person}: ${name}`,
    note: `Shared with you, ${dayShort(localStart.slice(0, 10), locale)}`,
  })),
  ...classes
    .filter(({ firstTimers, injured }) => firstTimers + injured > 0)
    .map(({ id, time, title, firstTimers, injured }) => ({
      key: id,
      log: null,
      classId: id,
      title: `${time} ${title}`,
      note: [
        firstTimers > 0 ? count(firstTimers, 'first visit') : '',
        injured > 0 ? count(injured, 'injury', 'injuries') : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
]

export default function TrainingDesk() {
  const {
    studio,
    day,
    unplanned,
    sections,
    needing: who,
    canWrite,
    ...library
  } = useLoaderData<typeof loader>()
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
          {who.length > 0 && (
            <section>
              <div className="section-head">
                <h2>Who needs you</h2>
              </div>
              <ul className="lines">
                {who.map(({ key, log, classId, title, note }) => (
                  <li key={key}>
                    <Link
                      to={
                        log
                          ? paths.manageSharedWorkout(studio, log)
                          : paths.manageClass(studio, classId)
                      }
                    >
                      {title}
                    </Link>{' '}
                    <span className="muted">{note}</span>
                  </li>
                ))}
              </ul>
            </section>
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
