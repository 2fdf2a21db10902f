import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { payRulesPage } from '#app/domain/staff-pay/pay-queries.server.ts'
import { cancelRuleWords, forWords, paysWords } from '#app/domain/staff-pay/pay-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayShort } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Pay rules', { matches })

const whoCounts = { attended: 'People who came', booked: 'Everyone with a place' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'pay:write')
  const { rules, settings } = await payRulesPage(ctx)
  const { locale, timeZone } = ctx.studio
  return {
    studio: { slug: ctx.studio.slug },
    rules: rules.map((rule) => ({
      id: rule.id,
      who: forWords(rule),
      pays: paysWords(rule, ctx.studio),
      counts: rule.basis === 'tiers' || rule.basis === 'head' ? whoCounts[rule.counts] : '',
      since: dayShort(localDate(rule.createdAt, timeZone), locale),
    })),
    cancelRule: cancelRuleWords(settings),
    payday: `Pay is due on day ${settings.payday} of the next month.`,
  }
}

export default function PayRules() {
  const { studio, rules, cancelRule, payday } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.managePay(studio)}>Pay</BackLink>
      <PageHead
        title="Pay rules"
        intro="The narrowest rule counts: one coach’s class, then the coach, then the class, then everyone."
        actions={
          <Link className="button primary" to={paths.managePayRule(studio, 'new')}>
            Add a rule
          </Link>
        }
      />
      <div className="split">
        <section aria-label="Rules">
          {rules.length > 0 ? (
            <Table
              caption="Current rules, the narrowest first"
              rows={rules}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'For',
                  place: 'name',
                  cell: ({ id, who }) => <Link to={paths.managePayRule(studio, id)}>{who}</Link>,
                },
                { name: 'Pays', place: 'under', cell: ({ pays }) => pays },
                { name: 'Counts', place: 'desk', cell: ({ counts }) => counts },
                { name: 'Since', place: 'wide', cell: ({ since }) => since },
              ]}
            />
          ) : (
            <Empty
              icon="receipt"
              title="No rules yet"
              text="Begin with one for everyone. Rules for a coach or a class come on top of it."
            />
          )}
        </section>
        <aside className="aside">
          <section>
            <h2>For all pay</h2>
            <p>{cancelRule}</p>
            <p>{payday}</p>
            <p className="do">
              <Link to={paths.managePaySettings(studio)}>Change</Link>
            </p>
          </section>
          <section>
            <h2>When a rule changes</h2>
            <p className="muted">
              What was settled keeps the rule of its day. A substitute is paid by their own rule, or
              by the sum agreed on for that class.
            </p>
          </section>
        </aside>
      </div>
    </>
  )
}
