import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { levelDetailsForm } from '#app/domain/progression/ladder-form.ts'
import { findLadder, refresherChoices } from '#app/domain/progression/ladder-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { levelAction } from './ladder-parts/ladder-action.server.ts'
import { LevelFields, levelNames } from './ladder-parts/level-fields.tsx'

export const handle = { styles: ['picker'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a level', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const ladder = await findLadder(ctx, params.ladder ?? '')
  if (!ladder) throw notFound()
  const top = ladder.levels.at(-1)
  return {
    rules: fieldRules(levelDetailsForm),
    studio: { slug: ctx.studio.slug },
    intro: top ? `It comes above ${top.name}.` : `The first and lowest level of ${ladder.name}.`,
    types: await refresherChoices(ctx),
    values: { key: newId() },
  }
}

export const action = (args: ActionFunctionArgs) => levelAction(args, null)

export default function NewLevel() {
  const { rules, studio, intro, types, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('ladder-level', levelNames, { answer, values, rules })
  const list = paths.manageLadders(studio)
  return (
    <>
      <BackLink to={list}>Levels</BackLink>
      <PageHead title="Add a level" intro={intro} />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <LevelFields fields={form.fields} types={types} />
        <FormEnd sending="Saving…" cancel={list}>
          Add level
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
