import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rejoinForm } from '#app/domain/farewells/exit-forms.ts'
import { rejoin } from '#app/domain/farewells/leave-studio.server.ts'
import { farewellPage } from '#app/domain/farewells/past-members-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Rejoin', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const page = await farewellPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  return {
    rules: fieldRules(rejoinForm),
    studio: { slug: ctx.studio.slug },
    person: { id: page.past.id, name: page.past.name },
    plans: page.plans.map(({ id, name }) => ({ value: id, label: name })),
    values: {
      key: newId(),
      plan: page.lastPlanId ?? '',
      startsOn: localDate(ctx.now, ctx.studio.timeZone),
    },
  }
}

const refusals = {
  holds_already: 'They already have this plan. Choose another one, or none',
  banned: 'They are banned. End the ban first',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, rejoinForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  const result = await rejoin(ctx, personId, submission.value)
  if (result.ok) {
    return redirectWithFlash(
      app,
      paths.managePerson(ctx.studio, personId),
      result.plan ? `Rejoined with ${result.plan}.` : 'Rejoined.',
    )
  }
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { code: result.reason, form: [refusals[result.reason]] })
}

export default function Rejoin() {
  const { rules, studio, person, plans, values } = useLoaderData<typeof loader>()
  const form = useLiveForm('rejoin', ['key', 'plan', 'startsOn'], {
    answer: useActionData<FormAnswer>(),
    values,
    rules,
  })
  const { fields } = form
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Rejoin ${person.name}`}
        intro="They keep their bookings, levels, notes and signed documents. No payment is recorded."
      />
      <LiveFormBody of={form}>
        <HiddenFields values={{ key: String(fields.key.initialValue ?? values.key) }} />
        <div className="sheet-form">
          <SelectField field={fields.plan} label="Plan" options={plans} empty="No plan for now" />
          <TextField field={fields.startsOn} label="Starts on" type="date" />
        </div>
        <FormEnd sending="Saving…" cancel={profile}>
          Rejoin
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
