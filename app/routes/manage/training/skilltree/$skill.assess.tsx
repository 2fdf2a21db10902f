import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { personFilters } from '#app/domain/people/list/person-filters.ts'
import { suggestPeople } from '#app/domain/people/list/suggest-people.server.ts'
import { assessSkill } from '#app/domain/skills/assess-skill.server.ts'
import { assessForm } from '#app/domain/skills/skill-form.ts'
import { assessedWords, ruleWords } from '#app/domain/skills/skill-words.ts'
import { skillPage } from '#app/domain/skills/tree-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { FindPerson } from '#app/ui/staff/find-person.tsx'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Add a day with ${data.skill.name}` : 'Add a day', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const search = app.url.searchParams
  const { q } = personFilters.pick({ q: true }).parse({ q: search.get('q') ?? '' })
  const [page, found] = await Promise.all([
    skillPage(ctx, params.skill ?? '', search.get('person')?.slice(0, 40) ?? ''),
    q ? suggestPeople(ctx, q) : null,
  ])
  if (!page || page.skill.archivedAt) throw notFound()
  const { skill, person } = page
  return {
    rules: fieldRules(assessForm),
    studio: { slug: ctx.studio.slug },
    skill: { id: skill.id, name: skill.name, twoSided: skill.twoSided === 1 },
    rule: ruleWords({ ...skill, twoSided: skill.twoSided === 1 }),
    person: person && { id: person.id, name: person.name },
    q,
    found: found?.map(({ id, name, note }) => ({ id, name, note })) ?? null,
    values: {
      key: newId(),
      on: localDate(ctx.now, ctx.studio.timeZone),
      left: String(skill.times),
      right: skill.twoSided === 1 ? String(skill.times) : '',
    },
  }
}

/** Keeps a day: 303 to the skill with that person, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const submission = await parseForm(request, assessForm)
  if (submission.status !== 'success') return invalid(submission)
  const { person, familiar, brought, ...seen } = submission.value
  const skillId = params.skill ?? ''
  const result = await assessSkill(
    ctx,
    { personId: person, skillId },
    {
      key: seen.key,
      on: seen.on,
      note: seen.note,
      evidence: seen.evidence,
      left: seen.left ?? 0,
      right: seen.right ?? 0,
      familiar: familiar === 'on',
      brought: brought === 'on',
    },
  )
  if (result.ok) {
    const back = paths.manageSkill(ctx.studio, skillId, { person })
    return redirectWithFlash(app, back, assessedWords(result))
  }
  const { reason: code } = result
  if (code === 'in_the_future')
    return refused(submission, { code, fields: { on: ['The date can’t be in the future.'] } })
  if ('who' in result) {
    const form = [`Only ${result.who} may clear this skill. Ask them to see it.`]
    return refused(submission, { code, form })
  }
  throw notFound()
}

const names = [
  'key',
  'person',
  'on',
  'left',
  'right',
  'familiar',
  'brought',
  'note',
  'evidence',
] as const

export default function Assess() {
  const { rules, studio, skill, rule, person, q, found, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('assess', names, { answer, values, rules })
  const { fields } = form
  const back = paths.manageSkill(studio, skill.id, { person: person?.id })
  return (
    <>
      <BackLink to={back}>{skill.name}</BackLink>
      <PageHead title={`Add a day with ${skill.name}`} intro={`Cleared after: ${rule}.`} />
      {person ? (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields
            values={{ key: String(fields.key.initialValue ?? ''), person: person.id }}
          />
          <p className="whole">
            <strong>{person.name}</strong>{' '}
            <Link to={paths.manageSkillAct(studio, skill.id, 'assess')}>Someone else</Link>
          </p>
          <DateField field={fields.on} label="Seen on" />
          <TextField
            field={fields.left}
            label={skill.twoSided ? 'Clean times, left' : 'Clean times'}
            inputMode="numeric"
          />
          {skill.twoSided && (
            <TextField field={fields.right} label="Clean times, right" inputMode="numeric" />
          )}
          <CheckboxField field={fields.familiar} label="Safe with reminders (familiar)" />
          <TextField
            field={fields.note}
            label="Note (optional)"
            hint="The member reads it"
            autoComplete="off"
          />
          <TextField field={fields.evidence} label="Link to a clip (optional)" type="url" />
          <CheckboxField
            field={fields.brought}
            label="Cleared before we kept this tree: don’t ask for more days"
          />
          <FormEnd sending="Saving…" cancel={back}>
            Save
          </FormEnd>
        </LiveFormBody>
      ) : (
        <FindPerson
          studio={studio}
          action={paths.manageSkillAct(studio, skill.id, 'assess')}
          q={q}
          found={found}
          keyOf={({ id }) => id}
          pathOf={({ id }) => paths.manageSkillAct(studio, skill.id, 'assess', { person: id })}
        >
          {({ id, name, note }) => (
            <Link to={paths.manageSkillAct(studio, skill.id, 'assess', { person: id })}>
              {name} <small className="muted">{note}</small>
            </Link>
          )}
        </FindPerson>
      )}
    </>
  )
}
