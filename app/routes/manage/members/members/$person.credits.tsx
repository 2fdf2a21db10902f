import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { adjustCredits } from '#app/domain/entitlements/adjust-credits.server.ts'
import { giftPage } from '#app/domain/entitlements/gift-page.server.ts'
import { packUntilWords } from '#app/domain/entitlements/lot-end.ts'
import { creditsForm } from '#app/domain/people/person-fields.ts'
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
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Adjust credits', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const page = await giftPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const lots = page.lots.filter(({ refundedAt }) => refundedAt === null)
  return {
    rules: fieldRules(creditsForm),
    studio: { slug: ctx.studio.slug },
    person: { id: page.person.id, name: page.person.name },
    lots: lots.map(({ id, name, left, expiresOn }) => ({
      value: id,
      label: `${name}, ${left} left, ${packUntilWords(expiresOn, ctx.studio.locale)}`,
    })),
    values: { lot: app.url.searchParams.get('lot') ?? '', key: newId() },
  }
}

const sentences = {
  below_zero: 'That would leave fewer than 0. Booked classes are already deducted.',
  not_found: 'This pack has been removed. Choose another.',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, creditsForm)
  if (submission.status !== 'success') return invalid(submission)
  const { lot, ...adjustment } = submission.value
  const personId = params.person ?? ''
  const result = await adjustCredits(ctx, personId, { ...adjustment, lotId: lot })
  if (!result.ok) {
    const field = result.reason === 'below_zero' ? 'amount' : 'lot'
    return refused(submission, {
      code: result.reason,
      fields: { [field]: [sentences[result.reason]] },
    })
  }
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    `${count(result.left, 'credit')} left now.`,
  )
}

export default function AdjustCredits() {
  const { rules, studio, person, lots, values } = useLoaderData<typeof loader>()
  const form = useLiveForm('credits', ['lot', 'amount', 'reason', 'key'], {
    answer: useActionData<FormAnswer>(),
    values,
    rules,
  })
  const profile = paths.managePerson(studio, person.id)
  const { lot, amount, reason, key } = form.fields
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title={`Adjust the credits of ${person.name}`} />
      {lots.length === 0 ? (
        <Empty
          icon="receipt"
          title="No credits to adjust"
          text="They have no valid pack. Add one instead."
        >
          <Link className="button primary" to={paths.managePersonAct(studio, person.id, 'package')}>
            Add a package
          </Link>
        </Empty>
      ) : (
        <LiveFormBody of={form}>
          <HiddenFields values={{ key: String(key.initialValue ?? '') }} />
          <div className="sheet-form">
            <SelectField field={lot} label="Pack" options={lots} />
            <TextField
              field={amount}
              label="Credits"
              hint="2 adds two, -1 removes one"
              autoComplete="off"
            />
            <TextField field={reason} label="Why" autoComplete="off" />
          </div>
          <FormEnd sending="Saving…" cancel={profile}>
            Adjust credits
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
