import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { openCard } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import { codeEnd } from '#app/domain/sales/gift-cards/gift-card-code.ts'
import { renewCardForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import {
  canBeVoided,
  cardStateWords,
  letterWords,
  moveWords,
} from '#app/domain/sales/gift-cards/gift-card-words.ts'
import { giftCardPage } from '#app/domain/sales/gift-cards/gift-cards-page.server.ts'
import { renewCard } from '#app/domain/sales/gift-cards/renew-card.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear, dayShortTime, money } from '#app/values/wording.ts'
import { localDate, wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Gift card', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'payments:take')
  const page = await giftCardPage(ctx, params.card ?? '')
  if (!page) throw notFound()
  const { card, moves } = page
  const { slug, currency, locale, timeZone } = ctx.studio
  const day = (date: string) => dayMonthYear(date, locale)
  const sum = (minor: number) => money(minor, currency, locale)
  const opened = openCard(ctx, card)
  const { sentAt } = card
  const letter = letterWords(card, (date) => day(sentAt ? localDate(sentAt, timeZone) : date))
  return {
    studio: { slug },
    id: card.id,
    lastFour: card.lastFour,
    title: `Gift card ${codeEnd(card.lastFour)}`,
    state: cardStateWords(card, localDate(ctx.now, timeZone)),
    left: sum(card.balanceMinor),
    amount: sum(card.amountMinor),
    buyer: { id: card.personId, name: card.personName },
    facts: [
      ['For', card.recipientName],
      ['From', card.fromName],
      ['Message', card.message],
      ['Letter', letter],
      ['Sold', day(localDate(card.createdAt, timeZone))],
      ['Last day', card.expiresOn ? day(card.expiresOn) : 'It has none'],
    ].filter((fact): fact is [string, string] => Boolean(fact[1])),
    sold: card.invoiceId && { id: card.invoiceId, title: `Invoice ${card.invoice}` },
    link: opened && paths.giftCard(ctx.studio, opened.key),
    canRenew: card.state === 'live' && card.balanceMinor > 0,
    moves: moves.map((move) => ({
      key: move.seq,
      when: dayShortTime(wallTime(move.createdAt, timeZone), locale),
      what: moveWords[move.kind],
      invoice: move.invoiceId && { id: move.invoiceId, name: move.invoice ?? '' },
      by: move.createdBy,
      amount: sum(move.amountMinor),
    })),
    canVoid: canBeVoided(card, moves) && may(viewer.role, 'refunds:small'),
  }
}

/** Gives the card a new code, as where it was lost: the old one pays no more. 303 to the card. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'payments:take')
  const cardId = params.card ?? ''
  const submission = await parseForm(request, renewCardForm)
  const { seen } = submission.status === 'success' ? submission.value : { seen: '' }
  const done = await renewCard(ctx, cardId, { seen })
  if (done === 'not_found') throw notFound()
  const text =
    done === 'renewed'
      ? 'The card has a new code. The old one no longer works.'
      : 'This card was given a new code just now. It is the one shown here.'
  return redirectWithFlash(app, paths.manageGiftCard(ctx.studio, cardId), text)
}

export default function GiftCard() {
  const data = useLoaderData<typeof loader>()
  const {
    studio,
    id,
    lastFour,
    title,
    state,
    left,
    amount,
    buyer,
    facts,
    sold,
    link,
    moves,
    canVoid,
    canRenew,
  } = data
  return (
    <>
      <BackLink to={paths.manageGiftCards(studio)}>Gift cards</BackLink>
      <PageHead
        title={title}
        intro={
          <>
            <Label text={state.text} tone={state.tone} /> {left} left of {amount}
          </>
        }
        actions={
          <>
            {canVoid && (
              <Link className="button quiet" to={paths.manageGiftCardVoid(studio, id)}>
                Void
              </Link>
            )}
            {canRenew && (
              <Form method="post" action={paths.manageGiftCard(studio, id)}>
                <HiddenFields values={{ seen: lastFour }} />
                <button type="submit" className="button">
                  New code
                </button>
              </Form>
            )}
            {link && (
              <a className="button primary" href={link}>
                Show and print
              </a>
            )}
          </>
        }
      />
      <dl className="facts">
        <dt>Bought by</dt>
        <dd>
          <Link to={paths.managePerson(studio, buyer.id)}>{buyer.name}</Link>
        </dd>
        {sold && (
          <>
            <dt>Sold with</dt>
            <dd>
              <Link to={paths.manageInvoice(studio, sold.id)}>{sold.title}</Link>
            </dd>
          </>
        )}
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {moves.length > 0 && (
        <section className="bill-part">
          <h2>Moves</h2>
          <Table
            caption="What came onto the card and went off it, oldest first"
            rows={moves}
            rowKey={({ key }) => String(key)}
            columns={[
              {
                name: 'What',
                place: 'name',
                cell: ({ what, invoice }) => (
                  <>
                    {what}
                    {invoice && (
                      <>
                        {' '}
                        <Link to={paths.manageInvoice(studio, invoice.id)}>{invoice.name}</Link>
                      </>
                    )}
                  </>
                ),
              },
              { name: 'When', place: 'under', cell: ({ when }) => when },
              { name: 'By', place: 'under', cell: ({ by }) => by },
              { name: 'Amount', place: 'state', number: true, cell: ({ amount: sum }) => sum },
            ]}
          />
        </section>
      )}
    </>
  )
}
