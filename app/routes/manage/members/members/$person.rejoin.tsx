import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rejoinForm } from '#app/domain/farewells/exit-forms.ts'
import { lastPlanOnSale } from '#app/domain/farewells/last-plan.server.ts'
import { rejoin } from '#app/domain/farewells/leave-studio.server.ts'
import { joinForm } from '#app/domain/sales/memberships/join-form.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { loadJoin, paidWords, saleOf, saleRefusal } from '#app/http/memberships/join.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ChoosePlan } from '#app/ui/sales/choose-plan.tsx'
import { JoinSale } from '#app/ui/sales/join-sale.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export const handle = { styles: ['timeline'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Rejoin', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'entitlements:write')
  const personId = params.person ?? ''
  const page = await loadJoin(ctx, viewer.role, {
    personId,
    asked: app.url.searchParams,
    usual: await lastPlanOnSale(ctx, personId),
  })
  if (!page) throw notFound()
  return { rules: { sale: fieldRules(joinForm), rejoin: fieldRules(rejoinForm) }, ...page }
}

/** Someone comes back, with a plan that is sold to them or without: 303 to the profile. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'entitlements:write')
  const personId = params.person ?? ''
  const submission = await parseForm(request, rejoinForm)
  if (submission.status !== 'success') return invalid(submission)
  const sent = submission.value
  const sale = sent.offer ? await saleOf(ctx, viewer.role, personId, sent) : null
  const result = await rejoin(ctx, personId, { key: sent.key, sale })
  if (result.ok) {
    const { sold } = result
    return redirectWithFlash(
      app,
      paths.managePerson(ctx.studio, personId),
      sold
        ? `Rejoined with ${sold.name}.${paidWords(ctx, sold.dueNowMinor, sent.method)}`
        : 'Rejoined.',
    )
  }
  if (result.reason === 'no_person') throw notFound()
  const text =
    result.reason === 'banned' ? 'They are banned. End the ban first' : saleRefusal(result)
  return refused(submission, { code: result.reason, form: [text] })
}

export default function Rejoin() {
  const { rules, studio, person, plan, plans, startsOn, coupon, waivesFee, wrong, ...sale } =
    useLoaderData<typeof loader>()
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title={`Rejoin ${person.name}`}
        intro="They keep their bookings, levels, notes and signed documents."
      />
      <ChoosePlan
        action={paths.managePersonAct(studio, person.id, 'rejoin')}
        none="No plan for now"
        chosen={plan}
        {...{ plans, startsOn, coupon, waivesFee }}
      />
      {wrong && <p className="bad">{wrong}</p>}
      {sale.preview && (
        <JoinSale
          key={`${plan}:${startsOn}:${coupon.code}:${waivesFee}`}
          id="rejoin"
          rules={rules.sale}
          preview={sale.preview}
          payers={sale.payers}
          values={sale.values}
          button={`Rejoin with ${sale.preview.name}`}
          cancel={profile}
        />
      )}
      {plan === '' && <WithoutPlan rules={rules.rejoin} values={sale.values} cancel={profile} />}
    </>
  )
}

function WithoutPlan(props: {
  rules: FormRules
  values: { key: string; startsOn: string }
  cancel: string
}) {
  const { rules, values, cancel } = props
  const { key, startsOn } = values
  const form = useLiveForm('rejoin', ['key', 'offer', 'startsOn', 'method'], {
    answer: useActionData<FormAnswer>(),
    values: { key, startsOn, offer: '', method: 'later' },
    rules,
  })
  return (
    <LiveFormBody of={form}>
      <HiddenFields
        values={{
          key: String(form.fields.key.initialValue ?? key),
          startsOn,
          offer: '',
          method: 'later',
        }}
      />
      <FormEnd sending="Saving…" cancel={cancel}>
        Rejoin
      </FormEnd>
    </LiveFormBody>
  )
}
