import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { joinForm } from '#app/domain/sales/memberships/join-form.ts'
import { sellMembership } from '#app/domain/sales/memberships/sell-membership.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { loadJoin, paidWords, saleOf, saleRefusal } from '#app/http/memberships/join.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { ChoosePlan } from '#app/ui/sales/choose-plan.tsx'
import { JoinSale } from '#app/ui/sales/join-sale.tsx'

export const handle = { styles: ['timeline'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Sell a membership', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const page = await loadJoin(ctx, viewer.role, {
    personId: params.person ?? '',
    asked: app.url.searchParams,
  })
  if (!page) throw notFound()
  return { rules: fieldRules(joinForm), ...page }
}

/** Sells a membership: 303 to the profile, 422 with why not. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, joinForm)
  if (submission.status !== 'success') return invalid(submission)
  const personId = params.person ?? ''
  const sale = await saleOf(ctx, viewer.role, personId, submission.value)
  if (!sale) throw notFound()
  const result = await sellMembership(ctx, personId, sale)
  if (!result.ok) {
    return refused(submission, { code: result.reason, form: [saleRefusal(result)] })
  }
  return redirectWithFlash(
    app,
    paths.managePerson(ctx.studio, personId),
    `${result.name} sold.${paidWords(ctx, result.dueNowMinor, sale.method)}`,
  )
}

export default function SellMembership() {
  const { rules, studio, person, plan, plans, startsOn, coupon, waivesFee, wrong, ...sale } =
    useLoaderData<typeof loader>()
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead
        title="Sell a membership"
        intro={`To ${person.name}, billed by itself from then on.`}
      />
      {plans.length === 0 ? (
        <Empty
          icon="receipt"
          title="No plans on sale"
          text="Plans you put on sale can be sold here."
        >
          <Link className="button" to={paths.managePlans(studio)}>
            Memberships
          </Link>
        </Empty>
      ) : (
        <>
          <ChoosePlan
            action={paths.managePersonJoin(studio, person.id)}
            chosen={plan}
            {...{ plans, startsOn, coupon, waivesFee }}
          />
          {wrong && <p className="bad">{wrong}</p>}
          {sale.preview && (
            <JoinSale
              key={`${plan}:${startsOn}:${coupon.code}:${waivesFee}`}
              id="join"
              rules={rules}
              preview={sale.preview}
              payers={sale.payers}
              values={sale.values}
              button={`Sell ${sale.preview.name}`}
              cancel={profile}
            />
          )}
        </>
      )}
    </>
  )
}
