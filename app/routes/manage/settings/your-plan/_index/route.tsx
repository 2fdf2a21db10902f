import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { textsCounted, yourPlanPage } from '#app/domain/overview/settings/your-plan-page.server.ts'
import {
  beyondPlan,
  monthPrice,
  type OwnPlanKey,
  ownPlanKeys,
  ownPlans,
} from '#app/domain/studios/own-plan/plan-prices.ts'
import { planFacts } from '#app/domain/studios/own-plan/plan-queries.server.ts'
import {
  planChangeWords,
  planForWords,
  planPriceWords,
  planStandsWords,
  planStateWords,
} from '#app/domain/studios/own-plan/plan-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Figures } from '#app/ui/list/figures.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear, dayRange, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { Bills, Leaving, PlanChoice, PlanHistory } from './plan-parts.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Your plan', { matches })

const megabytes = (bytes: number) =>
  bytes < 1_000_000_000
    ? `${Math.ceil(bytes / 1_000_000)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const { slug, name, locale, currency, timeZone } = ctx.studio
  const { plan, invoices, changes, usage } = await yourPlanPage(ctx, app.directory)
  const facts = plan && planFacts(plan)
  const has = plan && (plan.nextPlan || plan.plan)
  const each = (key: OwnPlanKey) => ({
    key,
    name: ownPlans[key].name,
    price: planPriceWords(key, currency, locale),
    for: planForWords(key),
    chosen: key === has,
    tooSmall: beyondPlan(key, usage).includes('members'),
  })
  const price = has && monthPrice(has, currency)
  return {
    studio: { slug, name },
    plan: plan &&
      facts && {
        state: plan.state,
        version: plan.version,
        cancelled: facts.cancelled,
        name: ownPlans[plan.plan].name,
        next: plan.nextPlan ? ownPlans[plan.nextPlan].name : '',
        words: planStandsWords(plan.state, facts, locale),
      },
    perMember:
      price && usage.members > 0
        ? money(Math.round(price.amountMinor / usage.members), price.currency, locale)
        : '',
    usage: {
      members: String(usage.members),
      locations: String(usage.locations),
      texts: usage.texts > textsCounted ? `over ${textsCounted}` : String(usage.texts),
      files: megabytes(usage.bytes),
    },
    plans: ownPlanKeys.map(each),
    invoices: invoices.map((bill) => ({
      id: bill.id,
      name: `${ownPlans[bill.plan].name}, ${dayRange(bill.fromDay, bill.untilDay, locale)}`,
      number: `C-${bill.number}`,
      amount: money(bill.amountMinor, bill.currency, locale),
      paid: bill.paidOn !== null,
      when: bill.paidOn
        ? `Paid ${dayMonthYear(bill.paidOn, locale)}`
        : `Due ${dayMonthYear(bill.dueOn, locale)}`,
    })),
    changes: changes.map((change) => ({
      key: `${change.at} ${change.kind} ${change.state}`,
      when: dayMonthYear(localDate(change.at, timeZone), locale),
      what: planChangeWords(change),
      by: change.byName,
    })),
  }
}

const tones: Record<string, LabelTone> = {
  trial: null,
  active: 'good',
  past_due: 'warn',
  read_only: 'bad',
  closed: 'bad',
}

export default function YourPlan() {
  const { studio, plan, perMember, usage, plans, invoices, changes } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="Your plan"
        intro={
          plan
            ? `What ${studio.name} has of Cadence. Your members pay you, not us.`
            : 'Nobody bills you for Cadence on this installation. Everything is included.'
        }
      />
      {plan && (
        <section className="narrow-bill">
          <p>
            <b>{plan.name}</b>{' '}
            <Label text={planStateWords[plan.state]} tone={tones[plan.state] ?? null} />
          </p>
          <p>{plan.words}</p>
          {plan.next && <p>From the next bill on you have {plan.next}.</p>}
        </section>
      )}
      <Figures
        rows={[
          {
            name: 'Active members',
            value: usage.members,
            ...(perMember ? { note: `${perMember} each a month` } : {}),
          },
          { name: 'Locations', value: usage.locations },
          { name: 'Texts this month', value: usage.texts },
          { name: 'Files', value: usage.files },
        ]}
      />
      <section className="bill-part">
        <h2>Plans</h2>
        <p className="muted">
          Everyone who works with you, every email and every booking are included. We take no
          commission.
        </p>
        <Table
          caption="Plans and prices"
          rows={plans}
          rowKey={({ key }) => key}
          columns={[
            { name: 'Plan', place: 'name', cell: ({ name }) => name },
            { name: 'For', place: 'under', cell: ({ for: whom }) => whom },
            { name: 'Price', place: 'under', number: true, cell: ({ price }) => price },
            {
              name: 'Choose',
              head: <span className="vh">Choose</span>,
              place: 'state',
              cell: (row) => (
                <PlanChoice
                  row={row}
                  path={paths.manageYourPlanChange(studio, row.key)}
                  open={plan !== null && plan.state !== 'closed' && !plan.cancelled}
                />
              ),
            },
          ]}
        />
      </section>
      <Bills invoices={invoices} />
      <PlanHistory changes={changes} />
      <section className="bill-part">
        <h2>Leaving</h2>
        <p>
          You can download everything at any time, whatever your plan. It’s free.{' '}
          <Link to={paths.manageExport(studio)}>Download everything</Link>
        </p>
        {plan && plan.state !== 'closed' && <Leaving studio={studio} plan={plan} />}
      </section>
    </>
  )
}
