import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { skillForm } from '#app/domain/skills/skill-form.ts'
import { skillChoices, skillPage } from '#app/domain/skills/tree-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { skillAction, toChoices } from './skill-parts/skill-action.server.ts'
import { SkillFields, skillNames } from './skill-parts/skill-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Edit ${data.skill.name}` : 'Edit a skill', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:write')
  const page = await skillPage(ctx, params.skill ?? '', '')
  if (!page || page.skill.archivedAt) throw notFound()
  const { skill, links } = page
  const found = await skillChoices(ctx, skill.disciplineId)
  if (!found) throw notFound()
  const of = (kind: string) => links.filter((link) => link.kind === kind)
  const choices = toChoices(found)
  const teaches = of('teaches').map((link) => `${link.more}:${link.id}`)
  return {
    rules: fieldRules(skillForm),
    studio: { slug: ctx.studio.slug },
    skill: { id: skill.id, name: skill.name },
    choices: {
      ...choices,
      // What is no choice any more, or of another kind, stays ticked until somebody unticks it.
      teachers: [
        ...choices.teachers,
        ...of('teaches')
          .filter((link) => !choices.teachers.some(({ id }) => id === `${link.more}:${link.id}`))
          .map((link) => ({ id: `${link.more}:${link.id}`, name: link.name })),
      ],
    },
    chosen: {
      teaches,
      assessor: of('assessor').map(({ id }) => id),
      asks: of('asks').map(({ id }) => id),
      levels: of('level').map(({ id }) => id),
    },
    values: {
      key: skill.id,
      version: String(skill.version),
      name: skill.name,
      aliases: skill.aliases,
      tier: String(skill.tier),
      apparatus: skill.apparatus,
      about: skill.about,
      safety: skill.safety,
      video: skill.video,
      badge: skill.badge,
      points: skill.points > 0 ? String(skill.points) : '',
      twoSided: skill.twoSided === 1 ? 'on' : '',
      times: String(skill.times),
      days: String(skill.days),
      needsRule: skill.needsRule,
      needsCount: skill.needsCount > 0 ? String(skill.needsCount) : '',
      lapseMonths: skill.lapseMonths === null ? '' : String(skill.lapseMonths),
      needs: of('needs')
        .map(({ name, more }) => (more === 'familiar' ? `${name}, familiar` : name))
        .join('\n'),
    },
  }
}

export const action = ({ context, request, params }: ActionFunctionArgs) =>
  skillAction({ context, request }, params.skill ?? '', async () => {
    const { ctx } = await requirePermission(context, 'skills:write')
    const page = await skillPage(ctx, params.skill ?? '', '')
    return page?.skill.disciplineId ?? null
  })

export default function EditSkill() {
  const { rules, studio, skill, choices, chosen, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('skill', skillNames, { answer, values, rules })
  const back = paths.manageSkill(studio, skill.id)
  return (
    <>
      <BackLink to={back}>{skill.name}</BackLink>
      <PageHead
        title={`Edit ${skill.name}`}
        intro="Anyone who has cleared it keeps it, whatever you change."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: skill.id, version: openedVersion(answer, values.version) }} />
        <SkillFields {...{ fields: form.fields, choices, chosen, answer }} />
        <FormEnd sending="Saving…" cancel={back}>
          Save changes
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
