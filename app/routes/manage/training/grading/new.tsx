import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { gradingForm } from '#app/domain/grading/grading-form.ts'
import { gradingChoices } from '#app/domain/grading/grading-page.server.ts'
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
import { typedMinor } from '#app/values/money.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import { gradingAction } from './grading-parts/grading-action.server.ts'
import { GradingFields, gradingNames } from './grading-parts/grading-fields.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Plan a grading', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'gradings:write')
  const { levels, staff, belts } = await gradingChoices(ctx)
  const today = localDate(ctx.now, ctx.studio.timeZone)
  return {
    rules: fieldRules(gradingForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    levels,
    staff,
    belts,
    values: {
      key: newId(),
      onDate: addDays(today, 14),
      answerBy: addDays(today, 7),
      startsAt: '14:00',
      fee: typedMinor(0, ctx.studio.currency),
    },
  }
}

export const action = (args: ActionFunctionArgs) => gradingAction(args, null)

export default function NewGrading() {
  const { rules, studio, levels, staff, belts, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('grading', gradingNames, { answer, values, rules })
  const list = paths.manageGradings(studio)
  return (
    <>
      <BackLink to={list}>Grading</BackLink>
      <PageHead
        title="Plan a grading"
        intro="You see who is eligible next. Nobody is invited until you say so."
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields values={{ key: String(form.fields.key.initialValue ?? '') }} />
        <GradingFields {...{ fields: form.fields, levels, staff, belts, answer }} panel={[]} />
        <FormEnd sending="Saving…" cancel={list}>
          Plan grading
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
