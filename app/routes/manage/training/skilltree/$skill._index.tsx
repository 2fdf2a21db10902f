import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { daysLeft, needed, pathTo, statusOf } from '#app/domain/skills/skill-graph.ts'
import { classesOf } from '#app/domain/skills/skill-map.ts'
import { toStands } from '#app/domain/skills/skill-queries.server.ts'
import { needsLead, needWords, ruleWords, tierWords } from '#app/domain/skills/skill-words.ts'
import { skillPage } from '#app/domain/skills/tree-page.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { SkillState } from '#app/ui/training/skill-state.tsx'
import { count, dayMonthYear, dayShortTime } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { LeadsTo } from './skill-parts/leads-to.tsx'
import { SeenDays } from './skill-parts/seen-days.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.skill.name ?? 'Skill', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const search = app.url.searchParams
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const [page, found] = await Promise.all([
    skillPage(ctx, params.skill ?? '', search.get('person')?.slice(0, 40) ?? ''),
    q ? suggestPeople(ctx, q) : null,
  ])
  if (!page) throw notFound()
  const { skill, links, person, tree } = page
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const stands = toStands(page.stands)
  const node = tree.find(({ id }) => id === skill.id)
  const way = node && person ? pathTo(skill.id, tree, stands, today) : null
  const of = (kind: string) => links.filter((link) => link.kind === kind)
  const namesOf = (kind: string) => of(kind).map(({ name }) => name)
  const needs = of('needs')
  const mine = page.stands.find(({ skillId }) => skillId === skill.id)
  return {
    studio: { slug },
    may: {
      write: may(viewer.role, 'skills:write'),
      assess: may(viewer.role, 'skills:assess'),
    },
    skill: {
      id: skill.id,
      name: skill.name,
      discipline: skill.disciplineId,
      days: skill.days,
      twoSided: skill.twoSided === 1,
      times: skill.times,
      archived: skill.archivedAt !== null,
      about: skill.about,
      video: skill.video,
      aliases: skill.aliases,
    },
    intro: [tierWords(skill.tier), skill.apparatus, skill.points && count(skill.points, 'point')]
      .filter(Boolean)
      .join(', '),
    facts: [
      ['Cleared after', ruleWords({ ...skill, twoSided: skill.twoSided === 1 })],
      [
        needsLead(
          skill.needsRule,
          needed({ ...skill, needs: needs.map(({ id }) => ({ id, state: 'cleared' as const })) }),
          needs.length,
        ),
        needs.map((need) => needWords(need.name, need.more as 'cleared')).join(', '),
      ],
      ['Who may clear it', namesOf('assessor').join(', ') || 'Every coach'],
      ['Safety', skill.safety],
      ['Lapses', skill.lapseMonths ? `After ${count(skill.lapseMonths, 'month')} unseen` : ''],
      ['Badge', skill.badge],
      ['Asked by', [...namesOf('asks'), ...namesOf('level')].join(', ')],
      ['Taught by', namesOf('teaches').join(', ')],
    ].filter(([, value]) => value) as [string, string][],
    opens: of('opens').map(({ id, name }) => ({ id, name })),
    counts: `${count(skill.cleared, 'person has', 'people have')} it, ${skill.learning} ${skill.learning === 1 ? 'is' : 'are'} learning it.`,
    learning: page.learning.map((one) => ({
      id: one.id,
      name: one.name,
      state: one.state as 'learning' | 'familiar',
      says: `${one.days} of ${count(skill.days, 'day')}, last seen ${dayMonthYear(one.seenOn, locale)}`,
    })),
    taught: page.taught.map(({ id, title, localStart }) => ({
      id,
      title,
      at: dayShortTime(localStart, locale),
    })),
    person: person && {
      id: person.id,
      name: person.name,
      status: node ? statusOf(node, stands, today) : ('locked' as const),
      left: node ? daysLeft(node, stands.get(skill.id), today) : 0,
      sides: mine ? { left: mine.leftDays, right: mine.rightDays } : null,
      seen: page.seen.map((one) => ({
        id: one.id,
        kind: one.kind,
        by: one.by,
        note: one.note,
        evidence: one.evidence,
        left: one.leftTimes,
        right: one.rightTimes,
        familiar: one.familiar === 1,
        on: dayMonthYear(one.onDate, locale),
      })),
      way: way && {
        classes: classesOf(way),
        steps: way.map((step) => ({
          name: tree.find(({ id }) => id === step.id)?.name ?? '',
          id: step.id,
          days: step.days,
        })),
      },
    },
    q,
    found: found?.map(({ id, name, note }) => ({ id, name, note })) ?? null,
  }
}

export default function Skill() {
  const data = useLoaderData<typeof loader>()
  const { studio, skill, person } = data
  const tree = paths.manageSkills(studio, { discipline: skill.discipline, person: person?.id })
  return (
    <>
      <BackLink to={tree}>Skill tree</BackLink>
      <PageHead
        title={
          <>
            {skill.name} {skill.archived && <Label text="Archived" tone="line" />}
          </>
        }
        intro={data.intro}
        actions={
          <>
            {data.may.write && (
              <Form method="post" action={paths.manageSkillAct(studio, skill.id, 'state')}>
                <HiddenFields values={{ act: skill.archived ? 'restore' : 'archive' }} />
                <button type="submit" className="button quiet">
                  {skill.archived ? 'Restore' : 'Archive'}
                </button>
              </Form>
            )}
            {data.may.write && !skill.archived && (
              <Link className="button" to={paths.manageSkillAct(studio, skill.id, 'edit')}>
                Edit skill
              </Link>
            )}
            {data.may.assess && !skill.archived && (
              <Link
                className="button primary"
                to={paths.manageSkillAct(studio, skill.id, 'assess', { person: person?.id })}
              >
                Add a day
              </Link>
            )}
          </>
        }
      />
      <FindPerson
        studio={studio}
        action={paths.manageSkill(studio, skill.id)}
        q={data.q}
        found={data.found}
        keyOf={({ id }) => id}
        pathOf={({ id }) => paths.manageSkill(studio, skill.id, { person: id })}
      >
        {({ id, name, note }) => (
          <Link to={paths.manageSkill(studio, skill.id, { person: id })}>
            {name} <small className="muted">{note}</small>
          </Link>
        )}
      </FindPerson>
      <div className="skill-three">
        <section aria-labelledby="rule">
          <h2 id="rule">Rule</h2>
          <dl>
            {data.facts.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {skill.about && <p>{skill.about}</p>}
          {skill.video && (
            <p>
              <a href={skill.video} rel="noreferrer">
                Watch the video
              </a>
            </p>
          )}
        </section>
        <section aria-labelledby="in-studio">
          <h2 id="in-studio">In the studio</h2>
          <p>{data.counts}</p>
          {data.learning.length > 0 && (
            <ul className="lines">
              {data.learning.map((one) => (
                <li key={one.id}>
                  <Link to={paths.manageSkill(studio, skill.id, { person: one.id })}>
                    {one.name}
                  </Link>{' '}
                  <SkillState status={one.state} /> <small className="muted">{one.says}</small>
                </li>
              ))}
            </ul>
          )}
          <h2>Taught next</h2>
          {data.taught.length > 0 ? (
            <ul className="lines">
              {data.taught.map((one) => (
                <li key={one.id}>
                  <Link to={paths.manageSkillClass(studio, one.id, { skill: skill.id })}>
                    {one.title}
                  </Link>{' '}
                  <small className="muted">{one.at}</small>
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">
              {data.facts.some(([name]) => name === 'Taught by')
                ? 'No class of the next four weeks teaches it.'
                : 'Nothing is said to teach it yet. Edit the skill to choose classes.'}
            </p>
          )}
        </section>
        <LeadsTo studio={studio} person={person?.id} opens={data.opens} />
      </div>
      {person && (
        <SeenDays studio={studio} skill={skill} person={person} mayAssess={data.may.assess} />
      )}
    </>
  )
}
