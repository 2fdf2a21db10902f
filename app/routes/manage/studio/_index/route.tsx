import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { shiftWords } from '#app/domain/day-book/shift-words.ts'
import { todayPage } from '#app/domain/overview/today-page.server.ts'
import { type TodayWords, todayWords } from '#app/domain/overview/today-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { useFreshPage } from '#app/ui/use-fresh-page.ts'
import { count, zoneName } from '#app/values/wording.ts'
import { RoomLanes } from './room-lanes.tsx'
import { PlaceKey, Sessions } from './sessions.tsx'
import { ShiftPart } from './shift-part.tsx'
import { DoneTasks, OpenTasks } from './tasks.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Today', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'manage:read')
  const { slug, timeZone, locale, currency } = ctx.studio
  const day = await todayPage(ctx, viewer)
  const zone = zoneName(timeZone, locale, ctx.now)
  return {
    studio: { slug },
    sample: may(viewer.role, 'settings:write') ? day.samplePeople : 0,
    shift: shiftWords(day, { locale, timeZone }),
    board: todayWords(day, {
      now: ctx.now,
      timeZone,
      zone,
      locale,
      currency,
      coachId: viewer.role === 'coach' ? viewer.personId : null,
    }),
    /** What is theirs comes before what the others do. */
    coach: viewer.role === 'coach',
    canAdd: may(viewer.role, 'people:write'),
    canCheckIn: may(viewer.role, 'roster:write'),
  }
}

export default function Today() {
  const { studio, board, shift, sample, coach, canAdd, canCheckIn } = useLoaderData<typeof loader>()
  const firstOf = ({ classes: [first] }: TodayWords['next']) =>
    first ? paths.manageClass(studio, first.id) : paths.manageClasses(studio)
  useFreshPage()
  return (
    <>
      <PageHead
        title={board.title}
        intro={board.clock}
        actions={
          <>
            {canAdd && (
              <Link className="button" to={paths.managePersonNew(studio)}>
                <Icon name="plus" /> Add a person
              </Link>
            )}
            <Link className="button quiet" to={paths.manageMyWork(studio)}>
              Your work
            </Link>
            <Link className="button" to={paths.manageRota(studio)}>
              Rota
            </Link>
            {canCheckIn && (
              <Link className="button primary" to={paths.manageReception(studio)}>
                <Icon name="tick" /> Check people in
              </Link>
            )}
          </>
        }
      />
      {sample > 0 && (
        <div className="notices">
          <div className="notice">
            <Icon name="sprout" />
            <p>
              <b>{count(sample, 'made-up member')}</b> {sample === 1 ? 'is' : 'are'} in your studio
              to look around with.
            </p>
            <p className="do">
              <a href={paths.sampleData(studio)}>See or remove sample data</a>
            </p>
          </div>
        </div>
      )}
      {board.first && (
        <p className="jump">
          <a href="#needs">
            {board.needing === '1' ? '1 thing needs you' : `${board.needing} things need you`}.{' '}
            {board.first}
          </a>
        </p>
      )}
      <Figures rows={board.figures.map((figure) => withLink(studio, figure))} />
      {board.lanes && <RoomLanes studio={studio} lanes={board.lanes} />}
      <div className={coach ? 'split own-first' : 'split'}>
        <Part {...{ studio, ...board.yours }} title="Your classes" to={firstOf(board.yours)} />
        {coach && <Needs studio={studio} board={board} />}
        <div className="sections">
          {board.empty && (
            <Empty
              icon="calendar"
              title="No classes today"
              text="Today’s classes appear here, with who is in and who is still to come."
            />
          )}
          <Part {...{ studio, ...board.now }} title="Now" to={paths.manageReception(studio)} />
          <Part {...{ studio, ...board.next }} title="Next" to={firstOf(board.next)} />
          <Part {...{ studio, ...board.later }} title="Later" to={paths.manageClasses(studio)} />
          {board.later.parts.map((part, i) => (
            <details key={part.name} className="earlier" open={i === 0}>
              <summary>
                <Icon name="next" /> {part.name}: {part.note}
              </summary>
              <Sessions classes={part.classes} path={(id) => paths.manageClass(studio, id)} />
            </details>
          ))}
          {board.earlier.classes.length > 0 && (
            <details className="earlier">
              <summary>
                <Icon name="next" /> {board.earlier.note}
              </summary>
              <Sessions
                classes={board.earlier.classes}
                path={(id) => paths.manageClass(studio, id)}
              />
            </details>
          )}
          {!board.empty && <PlaceKey />}
          <ShiftPart studio={studio} shift={shift} />
        </div>
        {!coach && <Needs studio={studio} board={board} />}
      </div>
    </>
  )
}

function Part({
  studio,
  title,
  note,
  to,
  classes,
}: {
  studio: { slug: string }
  title: string
  /** Where its note leads. */
  to: string
} & TodayWords['now']) {
  if (classes.length === 0) return null
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
        <span>
          <Link to={to}>{note}</Link>
        </span>
      </div>
      <Sessions classes={classes} path={(id) => paths.manageClass(studio, id)} />
    </section>
  )
}

/** Where a need is seen to. */
function leadsTo(
  studio: { slug: string },
  { to, id }: TodayWords['needs'][number]['leads'],
): string {
  if (to === 'person') return paths.managePerson(studio, id)
  if (to === 'substitution') return paths.manageSubstitution(studio, id)
  return `${paths.manageClass(studio, id)}${to === 'waitlist' ? '#waiting' : ''}`
}

/** A figure leads to what it counts. */
function withLink(studio: { slug: string }, figure: TodayWords['figures'][number]) {
  const { name, value, note, of } = figure
  const to = {
    arrivals: paths.manageReception(studio),
    classes: paths.manageClasses(studio),
    needs: '#needs',
  }[of]
  return { name, value: <Link to={to}>{value}</Link>, note }
}

function Needs({ studio, board }: { studio: { slug: string }; board: TodayWords }) {
  return (
    <section id="needs">
      <div className="section-head">
        <h2>Needs you</h2>
        <span>{board.needing}</span>
      </div>
      {!board.first && <p className="muted">All clear for today.</p>}
      <OpenTasks studio={studio} tasks={board.tasks} />
      {board.more && <p className="muted">{board.more}</p>}
      <ul className="needs">
        {board.needs.map(({ key, tone, icon, title, note, noteClass, leads }) => (
          <li key={key}>
            <span className={tone}>
              <Icon name={icon} />
            </span>
            <div>
              <p>
                <Link to={leadsTo(studio, leads)}>{title}</Link>
              </p>
              <p>
                {noteClass ? <Link to={paths.manageClass(studio, noteClass)}>{note}</Link> : note}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <DoneTasks studio={studio} tasks={board.done} />
    </section>
  )
}
