import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { ladderForm } from '#app/domain/progression/ladder-form.ts'
import { findLadder, ladderChoices } from '#app/domain/progression/ladder-queries.server.ts'
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
import { ladderAction } from './ladder-parts/ladder-action.server.ts'
import { LadderFields, ladderNames } from './ladder-parts/ladder-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name ?? 'Ladder', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const [ladder, { types }] = await Promise.all([
    findLadder(ctx, params.ladder ?? ''),
    ladderChoices(ctx),
  ])
  if (!ladder) throw notFound()
  const { id, name, discipline, disciplineId, audience, counted, refreshDays, version } = ladder
  return {
    rules: fieldRules(ladderForm),
    studio: { slug: ctx.studio.slug },
    discipline,
    types,
    chosen: JSON.parse(counted) as string[],
    removable: ladder.levels.length === 0,
    values: {
      key: id,
      name,
      audience,
      discipline: disciplineId,
      version: String(version),
      refreshDays: refreshDays === null ? '' : String(refreshDays),
    },
  }
}

export const action = (args: ActionFunctionArgs) => ladderAction(args, args.params.ladder ?? '')

export default function EditLadder() {
  const { rules, studio, discipline, types, chosen, removable, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('ladder', ladderNames, { answer, values, rules })
  const { key, version, discipline: own } = form.fields
  const list = paths.manageLadders(studio)
  return (
    <>
      <BackLink to={list}>Levels</BackLink>
      <PageHead
        title={values.name}
        intro={`Discipline: ${discipline}. Nobody’s level changes by what you change here.`}
        actions={
          removable && (
            <Form method="post" action={paths.manageLadderAct(studio, values.key, 'removal')}>
              <button type="submit" className="button quiet">
                Remove ladder
              </button>
            </Form>
          )
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{
            key: String(key.initialValue ?? ''),
            version: String(version.initialValue ?? ''),
            discipline: String(own.initialValue ?? ''),
          }}
        />
        <LadderFields {...{ fields: form.fields, types, chosen, answer }} disciplines={null} />
        <FormEnd sending="Saving…" cancel={list}>
          Save ladder
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
