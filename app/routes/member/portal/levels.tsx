import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { levelsOfMinePage } from '#app/domain/overview/levels-page.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Sign } from '#app/ui/icon/sign.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

export const handle = { styles: ['back-link', 'lines', 'sign', 'steps'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('My levels', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  return { ...(await levelsOfMinePage(ctx, viewer)), studio: { slug: ctx.studio.slug } }
}

type Ladder = Awaited<ReturnType<typeof loader>>['ladders'][number]

export default function MyLevels() {
  const { studio, ladders, gradings, hasSkills } = useLoaderData<typeof loader>()
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>My levels</h1>
      {hasSkills && (
        <p>
          <a href={paths.portalSkills(studio)}>See the map of your skills</a>
        </p>
      )}
      {gradings.length > 0 && (
        <section className="stack" aria-labelledby="gradings">
          <h2 id="gradings">Gradings</h2>
          <ul className="lines tight">
            {gradings.map(({ id, level, on, says }) => (
              <li key={id}>
                <a href={paths.portalGrading(studio, id)}>
                  {level}, {on}
                </a>{' '}
                <span className="soft">{says}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {ladders.length === 0 && (
        <p>
          You have no level yet. Your coach sets the first one once they have seen you in class.
        </p>
      )}
      {ladders.map((ladder) => (
        <section key={ladder.id} className="stack" aria-labelledby={ladder.id}>
          <h2 id={ladder.id}>{ladder.name}</h2>
          <p>{ladder.here}</p>
          {ladder.renew && (
            <p>
              {ladder.renew.says}{' '}
              {ladder.renew.refresher && (
                <a href={paths.timetable(studio, { q: ladder.renew.refresher })}>
                  See classes of {ladder.renew.refresher}
                </a>
              )}
            </p>
          )}
          <ol className="steps">
            {ladder.steps.map(({ id, name, colour, state }) => (
              <li key={id} className={state} aria-current={state === 'here' ? 'step' : undefined}>
                <Sign sign={{ colour, icon: null }} id={id} />
                <span>{name}</span>
              </li>
            ))}
          </ol>
          <Next next={ladder.next} />
          {ladder.skills.length > 0 && (
            <>
              <h3>Skills it asks</h3>
              <ul className="lines tight">
                {ladder.skills.map(({ id, name, cleared }) => (
                  <li key={id}>
                    <a href={paths.portalSkill(studio, id)}>{name}</a>{' '}
                    <span className="soft">{cleared ? 'cleared' : 'still to clear'}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          {ladder.history.length > 1 && (
            <>
              <h3>History</h3>
              <ul className="lines tight">
                {ladder.history.map(({ level, on, by }) => (
                  <li key={`${level} ${on}`}>
                    {level}, {on} {by && <span className="soft">by {by}</span>}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      ))}
    </Main>
  )
}

function Next({ next }: { next: Ladder['next'] }) {
  if (!next) return <p>That is the highest level.</p>
  if (next.asks === '') return <p>Next is {next.name}. Your coach decides when.</p>
  return (
    <>
      <h3>Next: {next.name}</h3>
      {next.rows.length > 0 && (
        <ul className="lines tight">
          {next.rows.map(({ words, met, have, need }) => (
            <li key={words} className="asked">
              <span>
                {words}
                {met && <span className="soft"> (met)</span>}
              </span>
              <progress max={need} value={have} aria-label={words} />
            </li>
          ))}
        </ul>
      )}
      {next.also && <p>It also asks: {next.also}.</p>}
      {next.ready && next.rows.length > 0 && <p>All of it is met. Your coach decides when.</p>}
      {next.forecast && <p>{next.forecast}</p>}
      {next.arithmetic && <p className="soft">{next.arithmetic}</p>}
    </>
  )
}
