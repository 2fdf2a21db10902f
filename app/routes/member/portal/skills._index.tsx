import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { mySkillsPage } from '#app/domain/overview/skills-page.server.ts'
import { statusOf } from '#app/domain/skills/skill-graph.ts'
import { statusCounts, toSkillMap } from '#app/domain/skills/skill-map.ts'
import { statusWords, tierWords } from '#app/domain/skills/skill-words.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { SkillMap } from '#app/ui/training/skill-map.tsx'
import { SkillState } from '#app/ui/training/skill-state.tsx'
import { count } from '#app/values/wording.ts'

export const handle = { styles: ['back-link', 'lines', 'skill-map'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('My skills', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const asked = app.url.searchParams.get('discipline')?.slice(0, 40) ?? ''
  const page = await mySkillsPage(ctx, viewer, asked)
  const { skills, stands, today, points, discipline, disciplines } = page
  const tiers = [...new Set(skills.map(({ tier }) => tier))]
  return {
    shell: page.shell,
    studio: { slug: ctx.studio.slug },
    discipline: discipline && { id: discipline.id, name: discipline.name },
    others: disciplines
      .filter(({ id }) => id !== discipline?.id)
      .map(({ id, name }) => ({ id, name })),
    says: [
      ...statusCounts(skills, stands, today).map(([status, n]) => `${n} ${statusWords[status]}`),
      ...(points > 0 ? [count(points, 'point')] : []),
    ].join(', '),
    map: toSkillMap(skills, {
      stands,
      today,
      lit: [],
      hrefOf: (id) => paths.portalSkill(ctx.studio, id),
    }),
    tiers: tiers.map((tier) => ({
      name: tierWords(tier),
      skills: skills
        .filter((one) => one.tier === tier)
        .map((one) => ({ id: one.id, name: one.name, status: statusOf(one, stands, today) })),
    })),
  }
}

export default function MySkills() {
  const { studio, discipline, others, says, map, tiers } = useLoaderData<typeof loader>()
  return (
    <Main>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <h1>{discipline ? `My ${discipline.name.toLowerCase()} skills` : 'My skills'}</h1>
      {!discipline && (
        <p>The studio has no skill tree yet. Your coach shows you what comes next.</p>
      )}
      {discipline && (
        <>
          <p>{says}.</p>
          {others.length > 0 && (
            <p>
              {others.map((one, n) => (
                <span key={one.id}>
                  {n > 0 && ', '}
                  <a href={paths.portalSkills(studio, { discipline: one.id })}>{one.name}</a>
                </span>
              ))}
            </p>
          )}
          <SkillMap
            map={map}
            title={`Map of ${discipline.name}`}
            about="What you have cleared, what you are learning and what comes later. The list below says the same."
            personal
          />
          {tiers.map((tier) => (
            <section key={tier.name} aria-labelledby={tier.name}>
              <h2 id={tier.name}>{tier.name}</h2>
              <ul className="lines tight">
                {tier.skills.map((one) => (
                  <li key={one.id}>
                    <a href={paths.portalSkill(studio, one.id)}>{one.name}</a>{' '}
                    <SkillState status={one.status} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Main>
  )
}
