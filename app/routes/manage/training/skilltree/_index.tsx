import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { pathTo, statusOf } from '#app/domain/skills/skill-graph.ts'
import { classesOf, statusCounts, toSkillMap } from '#app/domain/skills/skill-map.ts'
import { ruleWords, statusWords, tierWords } from '#app/domain/skills/skill-words.ts'
import { treePage } from '#app/domain/skills/tree-page.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { SkillMap } from '#app/ui/training/skill-map.tsx'
import { count } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { SkillTable } from './skill-parts/skill-table.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Skill tree', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const search = app.url.searchParams
  const id = (name: string) => search.get(name)?.slice(0, 40) ?? ''
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const [page, found] = await Promise.all([
    treePage(ctx, { discipline: id('discipline'), person: id('person') }),
    q ? suggestPeople(ctx, q) : null,
  ])
  const { discipline, skills, person, stands } = page
  const { slug, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const goal = skills.find((one) => one.id === id('goal'))
  const way = goal && person ? pathTo(goal.id, skills, stands, today) : null
  const names = new Map(skills.map((one) => [one.id, one.name]))
  const of = { person: person?.id }
  return {
    studio: { slug },
    writes: may(viewer.role, 'skills:write'),
    title: discipline ? `${discipline.name} skills` : 'Skill tree',
    discipline: discipline?.id ?? '',
    disciplines: page.disciplines.map(({ id: key, name, skills: n }) => ({ id: key, name, n })),
    person: person && { id: person.id, name: person.name },
    says: person
      ? statusCounts(skills, stands, today)
          .map(([status, n]) => `${n} ${statusWords[status]}`)
          .join(', ')
      : '',
    q,
    found: found?.map(({ id: key, name, note }) => ({ id: key, name, note })) ?? null,
    map: toSkillMap(skills, {
      stands,
      today,
      lit: way?.map((step) => step.id) ?? [],
      hrefOf: (skillId) => paths.manageSkill(ctx.studio, skillId, of),
    }),
    way: way && {
      goal: goal!.name,
      classes: classesOf(way),
      steps: way.map((step) => ({ name: names.get(step.id) ?? '', days: step.days })),
    },
    rows: skills.map((skill) => ({
      id: skill.id,
      name: skill.name,
      tier: tierWords(skill.tier),
      rule: ruleWords(skill),
      needs: skill.needs.map((need) => names.get(need.id) ?? '').join(', '),
      cleared: skill.cleared,
      learning: skill.learning,
      status: person ? statusOf(skill, stands, today) : null,
    })),
    archived: page.archived,
  }
}

export default function SkillTree() {
  const data = useLoaderData<typeof loader>()
  const { studio, writes, title, discipline, disciplines, person, map, rows, way } = data
  const at = { discipline }
  const tabs = disciplines.filter((one) => one.n > 0 || one.id === discipline)
  return (
    <>
      <PageHead
        title={title}
        intro={
          person
            ? `${person.name}’s map: ${data.says || 'nothing yet'}.`
            : `${count(rows.length, 'skill')}. Choose a person to see their map.`
        }
        actions={
          writes &&
          discipline && (
            <>
              <a className="button quiet" href={paths.manageSkillExport(studio, at)} download>
                Export
              </a>
              <Link className="button" to={paths.manageSkillImport(studio, at)}>
                Import
              </Link>
              <Link className="button primary" to={paths.manageSkillNew(studio, at)}>
                Add a skill
              </Link>
            </>
          )
        }
      />
      {disciplines.length === 0 ? (
        <Empty
          icon="steps"
          title="No disciplines yet"
          text="Skills belong to a discipline, like pole or karate. Add one with its first ladder."
        />
      ) : (
        <>
          <nav className="skill-tabs" aria-label="Disciplines">
            {tabs.map((one) => (
              <Link
                key={one.id}
                to={paths.manageSkills(studio, { discipline: one.id, person: person?.id })}
                aria-current={one.id === discipline ? 'page' : undefined}
              >
                {one.name}
              </Link>
            ))}
            {writes && disciplines.length > tabs.length && (
              <Link to={paths.manageSkillNew(studio)}>Another discipline</Link>
            )}
          </nav>
          <FindPerson
            studio={studio}
            action={paths.manageSkills(studio)}
            q={data.q}
            found={data.found}
            keyOf={(one) => one.id}
            kept={at}
            pathOf={(one) => paths.manageSkills(studio, { discipline, person: one.id })}
          >
            {(one) => (
              <Link to={paths.manageSkills(studio, { discipline, person: one.id })}>
                {one.name} <small className="muted">{one.note}</small>
              </Link>
            )}
          </FindPerson>
          {rows.length === 0 ? (
            <Empty
              icon="steps"
              title="No skills yet"
              text="A tree shows what leads to what. Members see what they can learn next, and classes can ask for a skill."
            />
          ) : (
            <>
              <SkillMap
                map={map}
                title={title}
                about={`${count(rows.length, 'skill')} by tier. The list below says the same.`}
                personal={person !== null}
              />
              {way && <Way way={way} person={person?.name ?? ''} />}
              <SkillTable studio={studio} rows={rows} person={person?.id} />
            </>
          )}
          {data.archived.length > 0 && (
            <p className="muted">
              Archived:{' '}
              {data.archived.map((one, n) => (
                <span key={one.id}>
                  {n > 0 && ', '}
                  <Link to={paths.manageSkill(studio, one.id)}>{one.name}</Link>
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </>
  )
}

function Way({
  way,
  person,
}: {
  way: { goal: string; classes: number; steps: { name: string; days: number }[] }
  person: string
}) {
  if (way.steps.length === 0) {
    return (
      <p>
        {person} has cleared {way.goal}.
      </p>
    )
  }
  return (
    <section aria-labelledby="way">
      <h2 id="way">
        To reach {way.goal}: about {count(way.classes, 'class', 'classes')}
      </h2>
      <ol className="lines">
        {way.steps.map((step) => (
          <li key={step.name}>
            {step.name} <small className="muted">{count(step.days, 'class', 'classes')}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
