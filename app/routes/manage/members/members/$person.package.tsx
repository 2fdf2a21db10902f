import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { giftPage } from '#app/domain/entitlements/gift-page.server.ts'
import { givePackage } from '#app/domain/entitlements/give-package.server.ts'
import { contentWords } from '#app/domain/entitlements/offers/package-kinds.ts'
import { packageForm } from '#app/domain/people/person-fields.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { GiftPage } from '#app/ui/staff/gift-page.tsx'
import { newId } from '#app/values/id.ts'
import { count, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a package', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'entitlements:write')
  const page = await giftPage(ctx, params.person ?? '')
  if (!page) throw notFound()
  const { slug, timeZone, currency, locale } = ctx.studio
  return {
    rules: fieldRules(packageForm),
    studio: { slug },
    person: { id: page.person.id, name: page.person.name },
    offers: page.packages.map((pack) => ({
      id: pack.id,
      name: pack.name,
      note: [
        contentWords(pack),
        pack.kind === 'day_pass' ? '' : count(pack.validDays, 'day'),
        `sold at ${money(pack.priceMinor, currency, locale)}`,
      ]
        .filter(Boolean)
        .join(', '),
    })),
    values: { key: newId(), startsOn: localDate(ctx.now, timeZone) },
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'entitlements:write')
  const submission = await parseForm(request, packageForm)
  if (submission.status !== 'success') return invalid(submission)
  const { offer, ...gift } = submission.value
  const personId = params.person ?? ''
  const result = await givePackage(ctx, personId, { ...gift, packageId: offer })
  if (!result.ok) {
    return refused(submission, {
      code: result.reason,
      fields: { offer: ['This isn’t on sale, or the person is archived.'] },
    })
  }
  return redirectWithFlash(app, paths.managePerson(ctx.studio, personId), `${result.name} added.`)
}

export default function GivePackage() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return <GiftPage {...data} answer={answer} named="package" kind="Package" ends={false} />
}
