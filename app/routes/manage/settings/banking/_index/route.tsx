import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { missingWords } from '#app/domain/payments/accounts/account-words.ts'
import {
  checkAccount,
  connectAccount,
} from '#app/domain/payments/accounts/connect-account.server.ts'
import {
  bankingPage,
  type DisputeRow,
  type PayoutRow,
} from '#app/domain/sales/banking/banking-page.server.ts'
import {
  disputeReason,
  disputeWords,
  failureWords,
  payoutEveryWords,
  payoutWords,
} from '#app/domain/sales/banking/banking-words.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { payingContext } from '#app/http/payments/payment-provider.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { Disputes, Payouts } from './banking-parts.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Banking', { matches })

/** Coming back from the provider (`?back=1`) asks it how the account stands. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const paying = payingContext(app.env, ctx)
  const step = app.url.searchParams
  if (paying && step.get('back') === '1') await checkAccount(paying)
  const { account, payouts, disputes } = await bankingPage(ctx)
  const { slug, name, timeZone, locale, currency } = ctx.studio
  const page = step.get('to') === 'stripe' && paying && account ? await pageOf(app, paying) : null
  return {
    studio: { slug, name },
    possible: paying !== null,
    page,
    account: account && {
      ref: account.accountRef,
      state: account.state,
      testMode: account.testMode,
      missing: account.missing.map(missingWords),
      connected: dayMonthYear(localDate(account.connectedAt, timeZone), locale),
      statement: account.statementText,
      every: payoutEveryWords(account.payoutEvery),
    },
    held: `Stripe holds ${money(account?.balanceMinor ?? 0, currency, locale)} that isn’t on its way yet.`,
    payouts: payouts.map((row) => shownPayout(row, locale)),
    disputes: disputes.map((row) => shownDispute(row, locale, timeZone)),
  }
}

const shownPayout = (row: PayoutRow, locale: string) => ({
  id: row.id,
  day: dayMonthYear(row.arrivesOn, locale),
  amount: money(row.amountMinor, row.currency, locale),
  fees: row.linesAt === null ? '' : money(row.feeMinor, row.currency, locale),
  lines: row.linesAt === null ? 'Its payments aren’t here yet' : count(row.lines, 'line'),
  state: payoutWords[row.state],
  failure: row.state === 'failed' ? failureWords(row.failure) : '',
})

const shownDispute = (row: DisputeRow, locale: string, zone: string) => ({
  id: row.id,
  person: { id: row.personId, name: row.name },
  invoiceId: row.invoiceId,
  amount: money(row.amountMinor, row.currency, locale),
  opened: dayMonthYear(localDate(row.openedAt, zone), locale),
  reason: sentence(disputeReason(row.reason)),
  answer:
    row.answerBy && row.state === 'needs_response'
      ? dayMonthYear(localDate(row.answerBy, zone), locale)
      : '',
  state: disputeWords[row.state],
})

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

type Asked = Awaited<ReturnType<typeof requirePermission>>

/** The provider's page of the account, which is good for one visit. */
async function pageOf(app: Asked['app'], paying: Parameters<typeof connectAccount>[0]) {
  const here = `${app.origin}${paths.manageBanking(paying.studio)}`
  const urls = { doneUrl: `${here}?back=1`, againUrl: `${here}?to=stripe` }
  const connected = await connectAccount(paying, app.directory, urls)
  return connected.ok ? connected.url : null
}

/** Opens the studio's account, once: 303 to where it is connected. */
export async function action({ context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'banking:write')
  const paying = payingContext(app.env, ctx)
  if (!paying) throw notFound()
  const here = paths.manageBanking(ctx.studio)
  const url = await pageOf(app, paying)
  if (url) return redirect(`${here}?to=stripe`, 303)
  const text = 'We can’t reach Stripe just now. Try again in a minute.'
  throw refusalPage('provider_away', text, here)
}

export default function Banking() {
  const { studio, possible, page, account, held, payouts, disputes } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead title="Banking" intro={introWords(studio.name, account?.state)} />
      {account ? (
        <dl className="facts">
          <dt>State</dt>
          <dd>
            <AccountState state={account.state} />{' '}
            {account.testMode && <Label tone="warn" text="Test mode: no real money" />}
          </dd>
          <dt>Account</dt>
          <dd>{account.ref}</dd>
          <dt>Connected</dt>
          <dd>{account.connected}</dd>
          {account.statement && (
            <>
              <dt>On bank statements</dt>
              <dd>{account.statement}</dd>
            </>
          )}
          <dt>Payouts</dt>
          <dd>{account.every}</dd>
          {account.missing.length > 0 && (
            <>
              <dt>Stripe still asks for</dt>
              <dd>{account.missing.join(', ')}</dd>
            </>
          )}
        </dl>
      ) : (
        possible && (
          <p>
            With Stripe, members pay invoices and buy packs on their phone, with card, Apple Pay,
            Google Pay or bank debit. The money goes to your account, never through ours. Stripe’s
            fees apply.
          </p>
        )
      )}
      {!possible && <p>Online payments aren’t available here.</p>}
      {page && (
        <p className="form-end">
          <a className="button primary" href={page} rel="noreferrer">
            {account?.state === 'active' ? 'Open Stripe' : 'Continue to Stripe'}
          </a>
        </p>
      )}
      {possible && !page && (
        <Form method="post" className="form-end">
          <button type="submit" className={account ? 'button' : 'button primary'}>
            {buttonWords(account?.state)}
          </button>
        </Form>
      )}
      {account && (
        <p className="muted">
          Your bank account, the statement text and how often you are paid out are changed with
          Stripe. We never see a card number.
        </p>
      )}
      {account && <Payouts studio={studio} held={held} payouts={payouts} />}
      <Disputes studio={studio} disputes={disputes} />
    </>
  )
}

type State = 'pending' | 'active' | 'restricted'

function introWords(name: string, state: State | undefined): string {
  if (state === undefined) {
    return 'You take payments by hand: cash, card terminal, bank transfer. That needs nothing.'
  }
  return state === 'active'
    ? `Members pay ${name} online, straight into your own Stripe account.`
    : 'Once Stripe has what it asks for, members can pay you online. Until then, by hand.'
}

function buttonWords(state: State | undefined): string {
  if (state === undefined) return 'Connect Stripe'
  return state === 'active' ? 'Change details with Stripe' : 'Finish with Stripe'
}

function AccountState({ state }: { state: State }) {
  if (state === 'active') return <Label tone="good" text="Taking payments" />
  if (state === 'restricted') return <Label tone="bad" text="Stopped by Stripe" />
  return <Label tone="warn" text="Not finished" />
}
