import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ladderForm } from '#app/domain/progression/ladder-form.ts'
import { ladderChoices } from '#app/domain/progression/ladder-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { ladderAction } from './ladder-parts/ladder-action.server.ts'
import { LadderFields, ladderNames } from './ladder-parts/ladder-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a ladder', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'ladders:write')
  const { disciplines, types } = await ladderChoices(ctx)
  return {
    rules: fieldRules(ladderForm),
    studio: { slug: ctx.studio.slug },
    disciplines,
    types,
    values: {
      key: newId(),
      audience: 'everyone',
      discipline: disciplines[0]?.id ?? 'new',
    },
  }
}

export const action = (args: ActionFunctionArgs) => ladderAction(args, null)

export default function NewLadder() {
  const { rules, studio, disciplines, types, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('ladder', ladderNames, { answer, values, rules })
  const list = paths.manageLadders(studio)
  return (
    <>
      <BackLink to={list}>Levels</BackLink>
      <PageHead title="Add a ladder" intro="You add its levels next, from the lowest." />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <LadderFields {...{ fields: form.fields, disciplines, types, answer }} chosen={[]} />
        <FormEnd sending="Saving…" cancel={list}>
          Add ladder
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
