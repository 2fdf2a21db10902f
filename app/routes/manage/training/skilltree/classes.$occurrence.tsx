import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { assessClass } from '#app/domain/skills/assess-class.server.ts'
import { classHeat, nextForGroup } from '#app/domain/skills/class-heat.server.ts'
import { assessClassForm } from '#app/domain/skills/skill-form.ts'
import { ruleWords } from '#app/domain/skills/skill-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import { count, dayShortTime } from '#app/values/wording.ts'
import { ClassSheet } from './skill-parts/class-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Skills of ${data.title}` : 'Skills of a class', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const heat = await classHeat(ctx, params.occurrence ?? '')
  if (!heat) throw notFound()
  const asked = app.url.searchParams.get('skill')?.slice(0, 40)
  const one = heat.skills.find(({ skill }) => skill.id === asked)
  return {
    rules: fieldRules(assessClassForm),
    studio: { slug: ctx.studio.slug },
    id: heat.class.id,
    title: heat.class.title,
    when: dayShortTime(heat.class.localStart, ctx.studio.locale),
    discipline: heat.class.disciplineId,
    people: heat.people.length,
    next: nextForGroup(heat.skills).map(({ skill, taught, cleared, learning, open, locked }) => ({
      id: skill.id,
      name: skill.name,
      taught,
      cleared,
      locked,
      learning: joinNames(learning.map(({ name }) => name)),
      learningN: learning.length,
      openN: open.length,
    })),
    sheet: one
      ? {
          id: one.skill.id,
          name: one.skill.name,
          twoSided: one.skill.twoSided,
          rule: ruleWords(one.skill),
          times: one.skill.times,
          days: one.skill.days,
          people: heat.people.map(({ id, name, stands }) => ({
            id,
            name,
            days: stands.get(one.skill.id)?.days ?? 0,
            cleared: stands.get(one.skill.id)?.state === 'cleared',
          })),
        }
      : null,
    values: { key: newId(), skill: one?.skill.id ?? '' },
  }
}

/** Keeps what was seen of a skill in a class: 303 back, 422 with the typed values. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const posted = await readPosted(request)
  const submission = parsePosted(posted, assessClassForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, skill, note } = submission.value
  const occurrence = params.occurrence ?? ''
  const result = await assessClass(ctx, occurrence, { key, skillId: skill, note, posted })
  if (result.ok) {
    const words =
      result.kept === 0
        ? 'Nothing was entered, so nothing is saved.'
        : `Saved for ${count(result.kept, 'person', 'people')}.${
            result.cleared.length > 0 ? ` Cleared now: ${joinNames(result.cleared)}.` : ''
          }`
    const to = paths.manageSkillClass(ctx.studio, occurrence, { skill })
    return redirectWithFlash(app, to, words, result.kept === 0 ? 'warn' : undefined)
  }
  if (result.reason === 'not_found') throw notFound()
  const form = {
    not_begun: 'The class isn’t today or past. Enter what you see on the day.',
    not_assessor: `Only ${result.who ?? 'those named for it'} may clear this skill. Ask them to see it.`,
    bad_number: 'Enter whole numbers from 0 to 99.',
  }[result.reason]
  return refused(submission, { code: result.reason, form: [form] })
}

export default function ClassSkills() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, id, title, when, discipline, people, next, sheet } = data
  return (
    <>
      <BackLink to={paths.manageSkills(studio, { discipline })}>Skill tree</BackLink>
      <PageHead
        title={`What ${title} needs next`}
        intro={`${when}, ${count(people, 'person', 'people')} booked. What this class teaches comes first.`}
      />
      {sheet && (
        <ClassSheet
          key={sheet.id}
          {...{ studio, occurrence: id, sheet, answer, rules: data.rules, values: data.values }}
        />
      )}
      {next.length === 0 || people === 0 ? (
        <Empty
          icon="steps"
          title={people === 0 ? 'Nobody has booked yet' : 'Nothing to learn here'}
          text={
            people === 0
              ? 'Once people book, the skills this group needs next appear here.'
              : 'Everyone in this class has cleared every skill of the tree that is open to them.'
          }
        />
      ) : (
        <Table
          caption="Skills for this group, those most people can work on first"
          rows={next}
          rowKey={(one) => one.id}
          columns={[
            {
              name: 'Skill',
              place: 'name',
              cell: (one) => (
                <Link to={paths.manageSkillClass(studio, id, { skill: one.id })}>{one.name}</Link>
              ),
            },
            {
              name: 'Learning',
              place: 'under',
              cell: (one) => (one.learningN > 0 ? `${one.learningN}: ${one.learning}` : ''),
            },
            { name: 'Open to', number: true, cell: (one) => one.openN },
            { name: 'Cleared', place: 'desk', number: true, cell: (one) => one.cleared },
            { name: 'Not ready', place: 'desk', number: true, cell: (one) => one.locked },
            {
              name: 'Taught here',
              place: 'state',
              cell: (one) => (one.taught ? 'Taught here' : ''),
            },
          ]}
        />
      )}
    </>
  )
}
