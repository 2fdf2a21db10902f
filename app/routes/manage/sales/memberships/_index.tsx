import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { perInterval, planLimitWords, planRuleWords } from '#app/domain/entitlements/offer-words.ts'
import { holdersWords, plansPage } from '#app/domain/entitlements/offers/plans-page.server.ts'
import { planOptionWords } from '#app/domain/entitlements/plan-options.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Memberships', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'invoices:read')
  const { slug, currency, locale } = ctx.studio
  const { plans } = await plansPage(ctx)
  return {
    studio: { slug },
    plans: plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      terms: [
        planLimitWords(plan),
        planOptionWords(plan, locale),
        planRuleWords(plan, { currency, locale }),
      ]
        .filter(Boolean)
        .join(' '),
      holders: holdersWords(plan.holders),
      price: `${money(plan.priceMinor, currency, locale)} ${perInterval[plan.interval]}`,
    })),
    canWrite: may(viewer.role, 'offers:write'),
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['plans'][number]

const columns = (studio: { slug: string }, canWrite: boolean): Column<Row>[] => [
  {
    name: 'Name',
    place: 'name',
    cell: ({ id, name, terms }) => (
      <>
        {canWrite ? <Link to={paths.managePlan(studio, id)}>{name}</Link> : name}{' '}
        <small>{terms}</small>
      </>
    ),
  },
  {
    name: 'Holders',
    place: 'under',
    number: true,
    cell: ({ holders }) => holders,
  },
  { name: 'Price', place: 'state', number: true, cell: ({ price }) => price },
]

export default function Plans() {
  const { studio, plans, canWrite } = useLoaderData<typeof loader>()
  const add = canWrite && (
    <Link className="button primary" to={paths.managePlanNew(studio)}>
      <Icon name="plus" /> Add a plan
    </Link>
  )
  return (
    <ListPage
      title="Memberships"
      intro="Plans that are billed again and again. People keep the version they bought."
      actions={
        canWrite && (
          <>
            <Link className="button" to={paths.manageFreezeMany(studio)}>
              Freeze memberships
            </Link>
            <Link className="button" to={paths.manageCoupons(studio)}>
              Coupons
            </Link>
            {add}
          </>
        )
      }
    >
      {plans.length > 0 ? (
        <Table
          caption="Plans on sale by name"
          columns={columns(studio, canWrite)}
          rows={plans}
          rowKey={({ id }) => id}
        />
      ) : (
        <Empty
          icon="receipt"
          title="No plans on sale"
          text="Plans appear on your price list, and you sell them from a person’s profile."
        >
          {add}
        </Empty>
      )}
    </ListPage>
  )
}
