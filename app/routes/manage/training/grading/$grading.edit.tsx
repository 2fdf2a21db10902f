import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { gradingForm } from '#app/domain/grading/grading-form.ts'
import { gradingChoices, gradingPage } from '#app/domain/grading/grading-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { typedMinor } from '#app/values/money.ts'
import { count } from '#app/values/wording.ts'
import { gradingAction } from './grading-parts/grading-action.server.ts'
import { GradingFields, gradingNames } from './grading-parts/grading-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change the grading for ${data.level}` : 'Change a grading', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'gradings:write')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  if (!['draft', 'open'].includes(page.grading.state))
    throw redirectWithFlash(
      app,
      paths.manageGrading(ctx.studio, page.grading.id),
      'The grading has begun. It can’t be changed any more.',
      'bad',
    )
  const { staff, belts } = await gradingChoices(ctx)
  const { grading, people } = page
  return {
    rules: fieldRules(gradingForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    id: grading.id,
    level: grading.level,
    staff,
    belts,
    panel: JSON.parse(grading.panel) as string[],
    invited: people.filter(({ state }) => state === 'invited' || state === 'confirmed').length,
    values: {
      key: grading.id,
      version: String(grading.version),
      level: grading.levelId,
      onDate: grading.onDate,
      startsAt: grading.startsAt,
      place: grading.place,
      fee: typedMinor(grading.feeMinor, ctx.studio.currency),
      answerBy: grading.answerBy,
      items: grading.items,
      belt: grading.beltId ?? '',
    },
  }
}

export const action = (args: ActionFunctionArgs) => gradingAction(args, args.params.grading ?? '')

export default function EditGrading() {
  const data = useLoaderData<typeof loader>()
  const { rules, studio, id, level, staff, belts, panel, invited, values } = data
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('grading', gradingNames, { answer, values, rules })
  const back = paths.manageGrading(studio, id)
  return (
    <>
      <BackLink to={back}>Grading for {level}</BackLink>
      <PageHead
        title={`Change the grading for ${level}`}
        intro={invited > 0 ? `${count(invited, 'person is', 'people are')} invited.` : undefined}
      />
      <LiveFormBody of={form} className="sheet-form">
        <HiddenFields
          values={{ key: id, version: openedVersion(answer, values.version), level: values.level }}
        />
        <GradingFields {...{ fields: form.fields, staff, belts, panel, answer }} levels={null} />
        {invited > 0 && (
          <CheckboxField
            field={form.fields.tell}
            label={`If day or time change: email the ${count(invited, 'person', 'people')} invited`}
          />
        )}
        <FormEnd sending="Saving…" cancel={back}>
          Save changes
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
