import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { planningTools } from '#app/domain/planning/planning-tools.ts'
import { substitutionsPage } from '#app/domain/planning/substitution-queries.server.ts'
import {
  type SubRequest,
  subStateWords,
  uncoveredWords,
} from '#app/domain/planning/substitution-view.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { itemPath } from '#app/ui/schedule/item-path.ts'
import { PlanningNav } from '#app/ui/schedule/planning-nav.tsx'
import { count, dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Substitutes', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'subs:ask')
  const { uncovered, needed, mine, settled } = await substitutionsPage(ctx, ctx.person.id)
  const { slug, locale } = ctx.studio
  const words = (request: SubRequest) => ({
    id: request.id,
    title: request.title,
    when: `${dayShortTime(request.localStart, locale)}, ${request.roomName}`,
    who: request.claimedName
      ? `${request.claimedName} for ${request.regularName}`
      : `for ${request.regularName}`,
    asked: request.state === 'offered' ? `${count(request.offers, 'coach', 'coaches')} asked` : '',
    label: subStateWords[request.state],
  })
  return {
    studio: { slug },
    tools: planningTools(ctx.studio, viewer.role),
    // Asking for any class is for who may offer it to others.
    uncovered: may(viewer.role, 'subs:offer')
      ? uncovered.map(({ id, kind, seriesId, title, localStart, coachName, why }) => ({
          id,
          title,
          // An appointment has no substitute: it is moved or called off with its person.
          path:
            kind === 'appointment'
              ? itemPath(ctx.studio, { kind, id, seriesId })
              : paths.manageSubstitutionNew(ctx.studio, { class: id }),
          when: dayShortTime(localStart, locale),
          why: `${coachName} ${uncoveredWords[why]}`,
        }))
      : [],
    needed: needed.map(words),
    mine: mine.map(words),
    settled: settled.map(words),
  }
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>['needed'][number]

export default function Substitutions() {
  const { studio, tools, uncovered, needed, mine, settled } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSchedule(studio)}>Schedule</BackLink>
      <PageHead title="Substitutes" intro="Classes that need cover, and who takes them." />
      <PlanningNav tools={tools} />
      <div className="sections">
        {mine.length > 0 && (
          <section>
            <h2>Offered to you</h2>
            <Lines studio={studio} lines={mine} />
          </section>
        )}
        {uncovered.length > 0 && (
          <section>
            <h2>Nobody asked yet</h2>
            <ul className="lines">
              {uncovered.map(({ id, path, title, when, why }) => (
                <li key={id}>
                  <span>
                    <Link to={path}>{title}</Link>{' '}
                    <span className="muted">
                      {when}, {why}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>Needed</h2>
          {needed.length > 0 && <Lines studio={studio} lines={needed} />}
          {needed.length === 0 && uncovered.length > 0 && (
            <p className="muted">Nothing is asked for.</p>
          )}
          {needed.length + uncovered.length === 0 && (
            <Empty
              icon="swap"
              title="Every class has its coach"
              text={
                'If you can’t teach a class, ask for a substitute on its page. ' +
                'We ask coaches who can cover, and the first to accept gets it.'
              }
            >
              <Link className="button" to={paths.manageClasses(studio)}>
                Go to the classes
              </Link>
            </Empty>
          )}
        </section>
        {settled.length > 0 && (
          <section>
            <h2>Covered in the last 30 days</h2>
            <Lines studio={studio} lines={settled} />
          </section>
        )}
      </div>
    </>
  )
}

function Lines({ studio, lines }: { studio: { slug: string }; lines: readonly Line[] }) {
  return (
    <ul className="lines">
      {lines.map(({ id, title, when, who, asked, label }) => (
        <li key={id}>
          <span>
            <Link to={paths.manageSubstitution(studio, id)}>{title}</Link>{' '}
            <span className="muted">
              {when}, {who}
              {asked && `, ${asked}`}
            </span>
          </span>{' '}
          <Label {...label} />
        </li>
      ))}
    </ul>
  )
}
