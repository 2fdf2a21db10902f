import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { workoutHomePage } from '#app/domain/overview/training/workout-home-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { StartButton } from '#app/ui/workouts/start-button.tsx'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'
import { MonthTable } from './month-table.tsx'
import { OpenWorkout } from './open-workout.tsx'

export const handle = { styles: ['lines', 'next', 'button', 'log'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Workouts', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const month = app.url.searchParams.get('month')
  const { slug, name } = ctx.studio
  return {
    ...(await workoutHomePage(ctx, viewer, { month })),
    key: newId(),
    studio: { slug, name },
  }
}

type WorkoutHome = ReturnType<typeof useLoaderData<typeof loader>>

export default function Workouts() {
  const page = useLoaderData<typeof loader>()
  const { studio, open, asked, week, toAdd, month, today, bests, routines, key, streak } = page
  return (
    <main id="main" className="two workouts">
      <header className="between full">
        <h1>Workouts</h1>
        {!open && (
          <StartButton studio={studio} id={key} from="empty">
            <Icon name="plus" />
            Start empty
          </StartButton>
        )}
      </header>
      <div className="stack wide-gap">
        {open && <OpenWorkout studio={studio} open={open} />}
        {asked && (
          <section className="panel stack mid-gap" aria-labelledby="asked">
            <h2 id="asked">
              Did {asked.name} end at {asked.at}?
            </h2>
            <p>
              Nothing was logged after that on {asked.day}, so it was closed. Your sets are kept.
            </p>
            <form className="pair" method="post" action={paths.workoutState(studio, asked.id)}>
              <button type="submit" className="button primary" name="act" value="finish">
                Yes, it’s finished
              </button>
              <a className="button" href={paths.workoutSets(studio, asked.id)}>
                Change its sets
              </a>
            </form>
          </section>
        )}
        <section className="stack" aria-labelledby="week">
          <div className="between">
            <h2 id="week">This week</h2>
            {streak > 1 && <span className="soft">{count(streak, 'week')} in a row</span>}
          </div>
          {week.length === 0 && <p className="soft">Nothing yet. Your classes show here too.</p>}
          <ol>
            {week.map((row) => (
              <li className="wk" key={row.key}>
                {row.today ? <b>Today</b> : <span>{row.day}</span>}
                <span className={row.done ? 'good' : undefined}>
                  {row.done && <Icon name="check" />}
                  <b>{row.name}</b>
                  {row.about && <span className="small"> {row.about}</span>}
                </span>
                <a
                  className="soft num"
                  href={
                    row.log
                      ? paths.workout(studio, row.log)
                      : paths.occurrence(studio, row.occurrence ?? '')
                  }
                >
                  {row.at}
                  <span className="vh">, {row.name}</span>
                </a>
              </li>
            ))}
          </ol>
          {toAdd.map((one) => (
            <form
              key={one.occurrence}
              className="between ruled"
              method="post"
              action={paths.startWorkout(studio)}
            >
              <span>
                <b>{one.name}</b>
                <br />
                <small className="soft">
                  {one.title}, {one.day}. You were there.
                </small>
              </span>
              <input type="hidden" name="key" value={key} />
              <input type="hidden" name="class" value={one.occurrence} />
              <button type="submit" className="button" name="from" value="class">
                Add to your log
              </button>
            </form>
          ))}
        </section>
        <FromStudio page={page} />
      </div>
      <div className="stack wide-gap">
        <MonthTable studio={studio} month={month} today={today} />
        <section className="stack" aria-labelledby="bests">
          <div className="between">
            <h2 id="bests">Your bests</h2>
            {page.moreBests && (
              <a className="quiet" href={paths.bests(studio)}>
                All of them
              </a>
            )}
          </div>
          {bests.length === 0 && <p className="soft">Your bests appear here once you log sets.</p>}
          <ul className="won">
            {bests.map((best) => (
              <li key={best.key}>
                <span>
                  <b>
                    {best.exercise}, {best.what}
                  </b>
                  <small className="soft">{best.day}</small>
                </span>
                <span className="big-n num">{best.value}</span>
              </li>
            ))}
          </ul>
        </section>
        <OwnThings page={page} routines={routines} />
      </div>
    </main>
  )
}

/** What the studio has published, to start from. */
function FromStudio({ page: { studio, workouts, benchmarks } }: { page: WorkoutHome }) {
  return (
    <section className="stack" aria-labelledby="studio-workouts">
      <h2 id="studio-workouts">From {studio.name}</h2>
      {workouts.length + benchmarks.length === 0 && (
        <p className="soft">{studio.name} hasn’t published a workout yet.</p>
      )}
      <ul className="lines tight">
        {workouts.map(({ id, name, kind, since }) => (
          <li key={id}>
            <a className="go" href={paths.workout(studio, id)}>
              <span>
                <b>{name}</b> <span className="soft">{`${kind}, ${since}`}</span>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
        {benchmarks.map(({ id, name, kind }) => (
          <li key={id}>
            <a className="go" href={paths.workoutBoard(studio, id)}>
              <span>
                <b>{name}</b> <span className="soft">{`${kind}, benchmark`}</span>
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Routines, measures, files: what is a person's own. */
function OwnThings({
  page: { studio, measures },
  routines,
}: {
  page: WorkoutHome
  routines: WorkoutHome['routines']
}) {
  const ways: { to: string; name: string; about: string }[] = [
    { to: paths.workoutHistory(studio), name: 'Everything you did', about: '' },
    {
      to: paths.measurements(studio),
      name: 'Measurements',
      about: measures.map(({ name, value }) => `${name} ${value}`).join(', '),
    },
    { to: paths.workoutImport(studio), name: 'Import from Hevy or Strong', about: '' },
    { to: paths.workoutFile(studio, 'csv'), name: 'Download your log as CSV', about: '' },
    { to: paths.workoutFile(studio, 'json'), name: 'Download your log as JSON', about: '' },
    { to: paths.portalUnits(studio), name: 'Kilograms or pounds', about: '' },
  ]
  return (
    <section className="stack" aria-labelledby="own">
      <h2 id="own">Your own</h2>
      <ul className="lines tight">
        {routines.map(({ id, name, about }) => (
          <Way key={id} to={paths.workout(studio, id)} name={name} about={about} />
        ))}
        {ways.map((way) => (
          <Way key={way.to} {...way} />
        ))}
      </ul>
    </section>
  )
}

function Way({ to, name, about }: { to: string; name: string; about: string }) {
  return (
    <li>
      <a className="go" href={to}>
        <span>
          <b>{name}</b>
          {about && (
            <>
              <br />
              <small className="soft">{about}</small>
            </>
          )}
        </span>
        <Icon name="next" />
      </a>
    </li>
  )
}
