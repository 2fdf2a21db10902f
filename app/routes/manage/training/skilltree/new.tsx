import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { skillForm } from '#app/domain/skills/skill-form.ts'
import { skillChoices, treePage } from '#app/domain/skills/tree-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { skillAction, toChoices } from './skill-parts/skill-action.server.ts'
import { SkillFields, skillNames } from './skill-parts/skill-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a skill', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const asked = app.url.searchParams.get('discipline')?.slice(0, 40) ?? ''
  const { discipline, disciplines } = await treePage(ctx, { discipline: asked, person: '' })
  const found = discipline && (await skillChoices(ctx, discipline.id))
  if (!found) throw notFound()
  return {
    rules: fieldRules(skillForm),
    studio: { slug: ctx.studio.slug },
    discipline: { id: found.discipline.id, name: found.discipline.name },
    others: disciplines
      .filter(({ id }) => id !== found.discipline.id)
      .map(({ id, name }) => ({ id, name })),
    choices: toChoices(found),
    values: { key: newId(), tier: '0', times: '1', days: '1', needsRule: 'all' },
  }
}

export const action = ({ context, request }: ActionFunctionArgs) =>
  skillAction({ context, request }, null, async (asked) => {
    const { ctx } = await requirePermission(context, 'skills:write')
    const { discipline } = await treePage(ctx, { discipline: asked, person: '' })
    return discipline?.id ?? null
  })

export default function NewSkill() {
  const { rules, studio, discipline, others, choices, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('skill', skillNames, { answer, values, rules })
  const list = paths.manageSkills(studio, { discipline: discipline.id })
  return (
    <>
      <BackLink to={list}>Skill tree</BackLink>
      <PageHead
        title={`Add a skill to ${discipline.name}`}
        intro={
          others.length > 0 && (
            <>
              For another discipline:{' '}
              {others.map((one, n) => (
                <span key={one.id}>
                  {n > 0 && ', '}
                  <a href={paths.manageSkillNew(studio, { discipline: one.id })}>{one.name}</a>
                </span>
              ))}
            </>
          )
        }
      />
      <LiveFormBody
        of={form}
        className="sheet-form"
        action={paths.manageSkillNew(studio, { discipline: discipline.id })}
      >
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <SkillFields
          {...{ fields: form.fields, choices, answer }}
          chosen={{ assessor: [], teaches: [], asks: [], levels: [] }}
        />
        <FormEnd sending="Saving…" cancel={list}>
          Add skill
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
