import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { setTaughtBy } from '#app/domain/staff-pay/change-pay-lines.server.ts'
import { taughtByForm } from '#app/domain/staff-pay/pay-form.ts'
import { findTaught } from '#app/domain/staff-pay/pay-queries.server.ts'
import { payeeOptions, payeesStatement } from '#app/domain/staff-pay/payees.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShortTime } from '#app/values/wording.ts'
import { monthOfPath } from './pay-parts/month-of.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Who taught it', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, month } = await monthOfPath(context, params.month)
  const [taught, people] = await Promise.all([
    findTaught(ctx, params.occurrence ?? ''),
    payeesStatement(ctx),
  ])
  if (!taught) throw notFound()
  return {
    rules: fieldRules(taughtByForm),
    studio: { slug: ctx.studio.slug },
    month,
    title: `Who taught ${taught.title}?`,
    intro: `${dayShortTime(taught.localStart, ctx.studio.locale)}, ${taught.people} came. They are paid by their own rule.`,
    locked: taught.locked === 1,
    people: payeeOptions(people),
    values: { personId: taught.personId },
  }
}

/** Says who taught a class: 303 to the month, 422 where it is locked. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const submission = await parseForm(request, taughtByForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await setTaughtBy(ctx, params.occurrence ?? '', submission.value.personId)
  if (result.ok)
    return redirectWithFlash(
      app,
      paths.managePayMonth(ctx.studio, month),
      'Saved. The pay is theirs.',
    )
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, {
    code: result.reason,
    fields: {
      personId: [
        result.reason === 'locked'
          ? 'Its month is locked. Add a line by hand to the next one.'
          : 'Choose someone of the list.',
      ],
    },
  })
}

export default function TaughtBy() {
  const { rules, studio, month, title, intro, locked, people, values } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('taught', ['personId'], { answer, values, rules })
  const back = paths.managePayMonth(studio, month)
  return (
    <>
      <BackLink to={back}>Pay</BackLink>
      <PageHead title={title} intro={intro} />
      {locked ? (
        <p>Its month is locked. Add a line by hand to the next one.</p>
      ) : (
        <LiveFormBody of={form} className="sheet-form">
          <SelectField field={form.fields.personId} label="Coach" options={people} />
          <FormEnd sending="Saving…" cancel={back}>
            Save
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
