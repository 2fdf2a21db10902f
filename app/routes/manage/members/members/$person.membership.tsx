import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { giftPage } from '#app/domain/entitlements/gift-page.server.ts'
import { giveMembership } from '#app/domain/entitlements/give-membership.server.ts'
import { perInterval, planLimitWords } from '#app/domain/entitlements/offer-words.ts'
import { membershipForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { GiftPage } from '#app/ui/staff/gift-page.tsx'
import { newId } from '#app/values/id.ts'
import { money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a membership', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const page = await giftPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, currency, locale } = ctx.studio
  return {
    rules: fieldRules(membershipForm),
    studio: { slug },
    person: { id: page.person.id, name: page.person.name },
    offers: page.plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      note: `${planLimitWords(plan)} Sold at ${money(plan.priceMinor, currency, locale)} ${perInterval[plan.interval]}.`,
    })),
    values: { key: newId(), startsOn: localDate(ctx.now, timeZone) },
  }
}

const sentences = {
  not_found: 'This isn’t on sale, or the person is archived.',
  holds_already:
    'They already have this plan on some of these days. Choose other days or another plan.',
} as const

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, membershipForm)
  if (submission.status !== 'success') return invalid(submission)
  const { offer, endsOn = null, ...gift } = submission.value
  const personId = params.person ?? ''
  const result = await giveMembership(ctx, personId, { ...gift, endsOn, planId: offer })
  if (!result.ok)
    return refused(submission, {
      code: result.reason,
      fields: { offer: [sentences[result.reason]] },
    })
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), `${result.name} added.`)
}

export default function GiveMembership() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return <GiftPage {...data} answer={answer} named="membership" kind="Plan" ends />
}
