import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
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
import { levelAction } from './ladder-parts/ladder-action.server.ts'
import { LevelFields, levelNames } from './ladder-parts/level-fields.tsx'

export const handle = { styles: ['picker'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.values.name ?? 'Level', { matches })

const typed = (value: number | null) => (value ? String(value) : '')

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const ladder = await findLadder(ctx, params.ladder ?? '')
  const level = ladder?.levels.find(({ id }) => id === params.level)
  if (!ladder || !level) throw notFound()
  const { id, name, colour, asks } = level
  return {
    rules: fieldRules(levelDetailsForm),
    studio: { slug: ctx.studio.slug },
    ladderId: ladder.id,
    types: await refresherChoices(ctx),
    intro: `A level of ${ladder.name}. Who holds it keeps it, whatever it asks from now on.`,
    values: {
      key: id,
      version: String(level.version),
      name,
      colour,
      asks,
      stripes: typed(level.stripes),
      askClasses: typed(level.askClasses),
      askDays: typed(level.askDays),
      askAge: typed(level.askAge),
      validMonths: typed(level.validMonths),
      refresher: level.refresherId ?? '',
    },
  }
}

export const action = (args: ActionFunctionArgs) => levelAction(args, args.params.level ?? '')

export default function EditLevel() {
  const { rules, studio, ladderId, intro, types, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('ladder-level', levelNames, { answer, values, rules })
  const { key, version } = form.fields
  const list = paths.manageLadders(studio)
  return (
    <>
      <BackLink to={list}>Levels</BackLink>
      <PageHead
        title={values.name}
        intro={intro}
        actions={
          <Form method="post" action={paths.manageLevelRemoval(studio, ladderId, values.key)}>
            <button type="submit" className="button quiet">
              Remove level
            </button>
          </Form>
        }
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{
            key: String(key.initialValue ?? ''),
            version: String(version.initialValue ?? ''),
          }}
        />
        <LevelFields fields={form.fields} types={types} />
        <FormEnd sending="Saving…" cancel={list}>
          Save level
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
