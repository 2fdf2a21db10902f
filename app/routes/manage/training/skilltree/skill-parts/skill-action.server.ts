import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { saveSkill } from '#app/domain/skills/save-skill.server.ts'
import { type SkillForm, skillForm } from '#app/domain/skills/skill-form.ts'
import type { skillChoices } from '#app/domain/skills/tree-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { SkillChoices } from './skill-fields.tsx'

/** The choices of a discipline as the form’s ticks. */
export const toChoices = (
  found: NonNullable<Awaited<ReturnType<typeof skillChoices>>>,
): SkillChoices => ({
  teachers: [
    ...found.types.map(({ id, name }) => ({ id: `class_type:${id}`, name })),
    ...found.exercises.map(({ id, name }) => ({
      id: `exercise:${id}`,
      name: `${name} (exercise)`,
    })),
  ],
  types: found.types,
  levels: found.levels,
  coaches: found.coaches,
  names: found.names.map(({ name }) => name),
})

/**
 * Saves a skill of a discipline: 303 to its page, 422 beside the field with the typed values. Without
 * an id it is new.
 */
export async function skillAction(
  { context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>,
  skillId: string | null,
  disciplineOf: (asked: string) => Promise<string | null>,
) {
  const { app, ctx } = await requirePermission(context, 'skills:write')
  const discipline = await disciplineOf(app.url.searchParams.get('discipline')?.slice(0, 40) ?? '')
  if (!discipline) throw notFound()
  const submission = await parseForm(request, skillForm)
  if (submission.status !== 'success') return invalid(submission)
  const { version, ...typed } = submission.value as SkillForm
  const form = skillId === null ? typed : { ...typed, key: skillId }
  const result = await saveSkill(ctx, discipline, form, skillId === null ? null : version)
  if (result.ok) {
    const words = skillId === null ? `${form.name} is added.` : 'Saved.'
    return redirectWithFlash(app, paths.manageSkill(ctx.studio, form.key), words)
  }
  const { reason: code } = result
  if (code === 'changed') return outdated(submission, 'this skill')
  if (code === 'name_taken') {
    const name = ['The tree has a skill with that name. Choose another.']
    return refused(submission, { code, fields: { name } })
  }
  if (code === 'not_found') throw notFound()
  const needs = {
    itself: () => 'A skill can’t need itself.',
    circle: () =>
      `${'through' in result ? result.through : ''} needs ${form.name} already. Skills can’t lead round in a circle.`,
    unknown_needs: () =>
      `The tree has no ${'names' in result ? result.names.map((one) => `“${one}”`).join(' or ') : ''}. Check the name, or add it first.`,
  }[code]()
  return refused(submission, { code, fields: { needs: [needs] } })
}
