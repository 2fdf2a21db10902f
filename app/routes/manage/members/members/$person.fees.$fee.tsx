import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findFee } from '#app/domain/bookings/cancelling/fee-queries.server.ts'
import { waiveFee } from '#app/domain/bookings/cancelling/waive-fee.server.ts'
import { waiveFeeForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { deskRefusals } from '#app/domain/bookings/roster/desk-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayTime, deadline, money } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Waive ${data.fee}` : 'Waive a fee', { matches })

type FeeFacts = { state: string; dueAt: string }
type Told = { timeZone: string; locale: string }

function howItStands({ state, dueAt }: FeeFacts, { timeZone, locale }: Told): string {
  if (state === 'pending') return `It’s due ${deadline(dueAt, timeZone, locale)}.`
  return state === 'due'
    ? 'It’s charged but not paid yet.'
    : `It is ${state}, so there is nothing to waive.`
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'fees:waive')
  const fee = await findFee(ctx, params.person ?? '', params.fee ?? '')
  if (!fee) throw notFound()
  const { slug, locale } = ctx.studio
  return {
    rules: fieldRules(waiveFeeForm),
    studio: { slug },
    person: { id: fee.personId, name: fee.personName },
    fee: money(fee.amountMinor, fee.currency, locale),
    of:
      `${fee.kind === 'no_show' ? 'No-show' : 'Late-cancel'} fee for ${fee.title}, ` +
      `${dayTime(fee.localStart, locale)}.`,
    open: fee.state === 'pending' || fee.state === 'due',
    stands: howItStands(fee, ctx.studio),
  }
}

/** Waives the fee: nothing is charged for it. 303 to the profile; doing it again says the same. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'fees:waive')
  const submission = await parseForm(request, waiveFeeForm)
  if (submission.status !== 'success') return invalid(submission)
  const fee = await findFee(ctx, params.person ?? '', params.fee ?? '')
  if (!fee) throw notFound()
  const result = await waiveFee(ctx, fee.occurrenceId, fee.bookingId, submission.value)
  if (!result.ok)
    return refused(submission, { form: [deskRefusals[result.reason]], code: result.reason })
  const message = `${money(fee.amountMinor, fee.currency, ctx.studio.locale)} waived. They won’t be charged.`
  return redirectWithFlash(app, paths.managePerson(ctx.studio, fee.personId), message)
}

export default function WaiveFee() {
  const { rules, studio, person, fee, of, open, stands } = useLoaderData<typeof loader>()
  const form = useLiveForm('waive', ['reason'], {
    answer: useActionData() as PageFormAnswer | undefined,
    rules,
  })
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title={`Waive ${fee}`} intro={`${of} ${stands}`} />
      {open && (
        <LiveFormBody of={form} className="sheet-form">
          <TextField
            field={form.fields.reason}
            label="Reason"
            hint={
              'Kept in the record with your name. ' + 'The booking and the credit don’t change.'
            }
          />
          <FormEnd sending="Waiving…" cancel={profile}>{`Waive ${fee}`}</FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
