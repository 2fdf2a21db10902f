import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { runActForm } from '#app/domain/staff-pay/pay-form.ts'
import { lastOf } from '#app/domain/staff-pay/pay-month.ts'
import { payMonthView } from '#app/domain/staff-pay/pay-month-view.ts'
import { payMonthPage } from '#app/domain/staff-pay/pay-queries.server.ts'
import { askToCheck, lockPay, markPaid, reviewPay } from '#app/domain/staff-pay/pay-run.server.ts'
import { lockRefusals } from '#app/domain/staff-pay/pay-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayShort, dayShortTime, money } from '#app/values/wording.ts'
import { localDate, wallTime } from '#app/values/zone.ts'
import { monthOfPath } from '../pay-parts/month-of.server.ts'
import { type Check, CheckFirst, RunAct, RunSteps } from './check-first.tsx'
import { PayTable } from './pay-table.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.view.title ?? 'Pay', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const page = await payMonthPage(ctx, month)
  const { locale, currency, timeZone, slug } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const view = payMonthView(month, page.lines, page, { locale, currency })
  const state = page.run?.state ?? 'open'
  const asked = app.url.searchParams.get('person') ?? ''
  const day = (instant: string) => dayShort(localDate(instant, timeZone), locale)
  const checks: Check[] = [
    ...(page.unsettled > 0
      ? [
          {
            tone: 'bad' as const,
            title: `${count(page.unsettled, 'class', 'classes')} to be settled`,
            text: 'It happens by itself two hours after the end.',
          },
        ]
      : []),
    ...page.coachless.map(({ occurrenceId, title, workOn, people }) => ({
      tone: 'bad' as const,
      title: 'A class has no coach',
      text: `${title}, ${dayShort(workOn, locale)}. ${people} came.`,
      link: {
        to: paths.managePayTaught(ctx.studio, month, occurrenceId),
        words: `Say who taught it`,
      },
    })),
    ...(view.unruled > 0
      ? [
          {
            tone: 'warn' as const,
            title: `${count(view.unruled, 'class', 'classes')} without a pay rule`,
            text: 'They pay nothing. A rule you add now prices them.',
            link: { to: paths.managePayRule(ctx.studio, 'new'), words: 'Add a rule' },
          },
        ]
      : []),
    ...page.instead.map(({ name, regular, n, sumMinor }) => ({
      tone: 'swap' as const,
      title: `${name} taught ${n} for ${regular}`,
      text: `${money(sumMinor, currency, locale)} by their own rule. ${regular} is paid nothing for ${n === 1 ? 'it' : 'them'}.`,
    })),
  ]
  const coachless = page.coachless.length > 0 ? ('no_coach' as const) : null
  const blocked = page.unsettled > 0 ? ('unsettled' as const) : coachless
  return {
    studio: { slug },
    month,
    state,
    view,
    asked,
    over: lastOf(month) < today,
    today,
    begun: page.run ? day(page.run.reviewedAt) : '',
    before:
      page.before === null ? '' : `${view.monthBefore} was ${money(page.before, currency, locale)}`,
    locked: page.run?.lockedAt
      ? `Locked by ${page.run.lockedBy}, ${dayShortTime(wallTime(page.run.lockedAt, timeZone), locale)}.`
      : '',
    paid: page.run?.paidOn ? dayShort(page.run.paidOn, locale) : '',
    checks: state === 'open' || state === 'review' ? checks : [],
    blocked: blocked && lockRefusals[blocked],
  }
}

/** What is done with the month: 303 to it with what became of it. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx, month } = await monthOfPath(context, params.month)
  const submission = await parseForm(request, runActForm)
  if (submission.status !== 'success') throw notFound()
  const asked = submission.value
  const { currency, locale, timeZone } = ctx.studio
  const back = (words: string, person?: string) =>
    redirectWithFlash(app, paths.managePayMonth(ctx.studio, month, { person }), words)
  const no = (code: string, words: string) =>
    refusalPage(code, words, paths.managePayMonth(ctx.studio, month))
  switch (asked.act) {
    case 'review': {
      const result = await reviewPay(ctx, month)
      if (result.ok) return back('Review started.')
      throw no('not_over', 'The month isn’t over. Start the review after its last day.')
    }
    case 'lock': {
      const result = await lockPay(ctx, month, { totalMinor: asked.total })
      if (result.ok)
        return back(
          `Locked at ${money(result.totalMinor, currency, locale)}. Everyone can read their own lines.`,
        )
      if (result.reason === 'locked')
        throw no(
          result.reason,
          `${result.by} locked this month first, ${dayShortTime(wallTime(result.at, timeZone), locale)}.`,
        )
      if (result.reason === 'changed')
        throw no(
          result.reason,
          `The pay changed to ${money(result.totalMinor, currency, locale)} meanwhile. Check it, then lock it.`,
        )
      throw no(result.reason, lockRefusals[result.reason])
    }
    case 'paid': {
      const done = await markPaid(ctx, month, asked.paidOn)
      if (!done) throw no('not_locked', 'Lock this month first.')
      return back('Marked as paid.')
    }
    case 'ask': {
      const done = await askToCheck(ctx, month, asked.personId)
      if (!done) throw notFound()
      return back('They have a notice that leads to their own lines.', asked.personId)
    }
  }
}

export default function PayMonth() {
  const data = useLoaderData<typeof loader>()
  const { studio, month, state, view, before, checks, asked } = data
  return (
    <>
      <BackLink to={paths.managePay(studio)}>Pay</BackLink>
      <PageHead
        title={view.title}
        intro={`${view.intro}.`}
        actions={
          <>
            {view.people.length > 0 && (
              <>
                <a className="button" href={paths.managePayFile(studio, month, 'csv')}>
                  Export CSV
                </a>
                <a className="button not-phone" href={paths.managePayFile(studio, month, 'pdf')}>
                  PDF
                </a>
              </>
            )}
            <Link className="button" to={paths.managePayRules(studio)}>
              Pay rules
            </Link>
          </>
        }
      />
      <RunSteps state={state} begun={data.begun} paid={data.paid} />
      <div className="split">
        <section aria-labelledby="pay-people">
          <div className="section-head">
            <h2 id="pay-people">{view.heading}</h2>
            {before && <span>{before}</span>}
          </div>
          {view.people.length > 0 ? (
            <PayTable {...{ studio, month, view, asked, state }} />
          ) : (
            <Empty
              icon="receipt"
              title="Nobody has pay in this month"
              text="Classes appear two hours after their end, priced by the rule of the day."
            />
          )}
        </section>
        <aside className="aside">
          <CheckFirst checks={checks} />
          <RunAct {...data} />
        </aside>
      </div>
    </>
  )
}
