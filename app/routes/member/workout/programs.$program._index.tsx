import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { planPage } from '#app/domain/overview/training/plan-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { SetsBar } from '#app/ui/workouts/sets-bar.tsx'

export const handle = { styles: ['back-link', 'button', 'next', 'log'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Program', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const staff = may(viewer.role, 'training:read')
  const page = await planPage(ctx, viewer, params.program ?? '', staff)
  if (!page) throw notFound()
  return { ...page, studio: { slug: ctx.studio.slug } }
}

export default function Plan() {
  const page = useLoaderData<typeof loader>()
  const { studio, id, name, summary, shape, weeks, copy, open, finish } = page
  return (
    <main id="main" className="two workouts">
      <header className="full stack">
        <BackLink to={paths.programs(studio)}>Programs</BackLink>
        <h1>{name}</h1>
        <p className="soft">
          {shape}. {summary}
        </p>
      </header>
      <div className="stack wide-gap">
        {copy ? (
          <section className="panel stack mid-gap" aria-label="How far you are">
            <p className="when">
              {copy.done} of {copy.of} done
            </p>
            <SetsBar done={copy.done} asked={copy.of} />
            <p>{copy.paused ? `Paused since ${copy.paused}.` : `You finish on ${copy.finish}.`}</p>
            {copy.next && copy.state !== 'paused' && (
              <form method="post" action={paths.programSession(studio, id)}>
                <input type="hidden" name="place" value={copy.next.place} />
                <button type="submit" className="button primary big wide">
                  Start {copy.next.name}
                </button>
              </form>
            )}
            {!copy.next && <Act studio={studio} id={id} act="finish" name="Finish the program" />}
          </section>
        ) : (
          <section className="panel stack mid-gap" aria-label="Begin">
            <p>If you start today you finish on {finish}.</p>
            {open && <Act studio={studio} id={id} act="take" name="Start today" primary />}
          </section>
        )}
        {copy?.offered && (
          <section className="stack" aria-labelledby="offer">
            <h2 id="offer">Your coach has changed this program</h2>
            <p>What you logged stays as it is.</p>
            <Act studio={studio} id={id} act="accept" name="Take the newest version" />
            <Act studio={studio} id={id} act="keep" name="Keep mine" />
          </section>
        )}
        <section className="stack" aria-labelledby="weeks">
          <h2 id="weeks">Week by week</h2>
          <ol>
            {weeks.map((week) => (
              <li className="wk" key={week.name}>
                <b>{week.name}</b>
                <ul className="stack">
                  {week.sessions.length === 0 && <li className="soft">Rest</li>}
                  {week.sessions.map((one) => (
                    <li key={one.key} className={one.log ? 'good' : undefined}>
                      {one.log && <Icon name="check" />}
                      {one.log ? (
                        <a href={paths.workout(studio, one.log)}>{one.name}</a>
                      ) : (
                        <b>{one.name}</b>
                      )}{' '}
                      <span className="small">
                        {one.day}. {one.lines}
                      </span>
                    </li>
                  ))}
                </ul>
                <span className="small">{week.note || (week.lighter ? 'lighter' : '')}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      {copy && (
        <section className="stack" aria-labelledby="change">
          <h2 id="change">Change it</h2>
          {copy.state === 'paused' ? (
            <Act studio={studio} id={id} act="resume" name="Continue" />
          ) : (
            <Act studio={studio} id={id} act="pause" name="Pause: the weeks wait" />
          )}
          <Act studio={studio} id={id} act="stop" name="Leave the program" />
          <p className="soft">Your log and bests stay.</p>
        </section>
      )}
    </main>
  )
}

function Act(props: {
  studio: { slug: string }
  id: string
  act: string
  name: string
  primary?: boolean
}) {
  const { studio, id, act, name, primary } = props
  return (
    <form method="post" action={paths.programCopy(studio, id)}>
      <button
        type="submit"
        className={primary ? 'button primary big wide' : 'button wide'}
        name="act"
        value={act}
      >
        {name}
      </button>
    </form>
  )
}
