import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { findGiftCard } from '#app/domain/sales/gift-cards/find-gift-card.server.ts'
import { codeEnd } from '#app/domain/sales/gift-cards/gift-card-code.ts'
import { findCardForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import {
  cardStateWords,
  moveKinds,
  moveWords,
} from '#app/domain/sales/gift-cards/gift-card-words.ts'
import { cardViews, giftCardsPage } from '#app/domain/sales/gift-cards/gift-cards-page.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams, pageParams, rowsPerPage } from '#app/http/list-params.server.ts'
import { mayTryGiftCode, tooManyCodes } from '#app/http/public-pages/may-try-code.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Pager, rangeOf } from '#app/ui/list/pager.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Gift cards', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const filters = pageParams.extend({ view: z.enum(cardViews).catch('open') })
  const { page, view } = listParams(app, filters)
  const { cards, sums, owedMinor } = await giftCardsPage(ctx, view, { page, perPage: rowsPerPage })
  const { slug, currency, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const sum = (minor: number) => money(minor, currency, locale)
  return {
    studio: { slug },
    rules: fieldRules(findCardForm),
    view,
    owed: sum(owedMinor),
    sums: moveKinds.flatMap((kind) => {
      const of = sums.find((one) => one.kind === kind)
      if (!of) return []
      return [{ kind, name: moveWords[kind], n: count(of.entries, 'time'), amount: sum(of.minor) }]
    }),
    cards: {
      ...cards,
      items: cards.items.map((card) => ({
        id: card.id,
        name: codeEnd(card.lastFour),
        who: card.recipientName
          ? `For ${card.recipientName}, bought by ${card.personName}`
          : `Bought by ${card.personName}`,
        sold: dayMonthYear(localDate(card.createdAt, timeZone), locale),
        until: card.expiresOn ? dayMonthYear(card.expiresOn, locale) : 'For ever',
        amount: sum(card.amountMinor),
        left: sum(card.balanceMinor),
        state: cardStateWords(card, today),
      })),
    },
    can: {
      export: may(viewer.role, 'invoices:write'),
      settings: may(viewer.role, 'settings:write'),
    },
  }
}

/** Finds a card by its code: 303 to it, 422 where none has it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, findCardForm)
  if (submission.status !== 'success') return invalid(submission)
  if (!(await mayTryGiftCode(app, ctx.studio.id, { userId: viewer.userId, staff: true }))) {
    return refused(submission, { code: 'too_many_tries', fields: { code: [tooManyCodes] } })
  }
  const card = await findGiftCard(ctx, submission.value.code)
  if (card) return redirect(paths.manageGiftCard(ctx.studio, card.id), 303)
  const sentence = 'No gift card has this code. Check it against the card.'
  return refused(submission, { code: 'no_such_card', fields: { code: [sentence] } })
}

export default function GiftCards() {
  const { studio, rules, view, owed, sums, cards, can } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('find', ['code'], { answer, values: {}, rules })
  const path = paths.manageGiftCards
  return (
    <>
      <BackLink to={paths.manageProducts(studio)}>Products</BackLink>
      <ListPage
        title="Gift cards"
        intro={`You owe ${owed} on gift cards. It becomes income when it is spent.`}
        actions={
          <>
            {can.export && (
              <a className="button not-phone" href={paths.manageGiftCardsCsv(studio)}>
                Export CSV
              </a>
            )}
            {can.settings && (
              <Link className="button" to={paths.manageGiftCardSettings(studio)}>
                Settings
              </Link>
            )}
            <Link className="button primary" to={paths.manageTill(studio)}>
              Sell
            </Link>
          </>
        }
        filters={
          <ViewChips
            views={[
              { name: 'With money on them', path: path(studio), current: view === 'open' },
              { name: 'All', path: path(studio, { view: 'all' }), current: view === 'all' },
            ]}
          />
        }
      >
        <LiveFormBody of={form} action={path(studio)} className="scan">
          <TextField
            field={form.fields.code}
            label="Look up a code"
            hint="What is left on it, and what it paid."
            autoComplete="off"
          />
          <SendButton sending="Looking…" tone="">
            Look up
          </SendButton>
        </LiveFormBody>
        {cards.items.length > 0 ? (
          <>
            <Table
              caption={`Gift cards, the newest first, ${rangeOf(cards, cards.items.length)}`}
              rows={cards.items}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Card',
                  place: 'name',
                  cell: ({ id, name, who }) => (
                    <>
                      <Link to={paths.manageGiftCard(studio, id)}>{name}</Link> <small>{who}</small>
                    </>
                  ),
                },
                {
                  name: 'State',
                  place: 'under',
                  cell: ({ state }) => <Label text={state.text} tone={state.tone} />,
                },
                { name: 'Sold', place: 'desk', date: true, cell: ({ sold }) => sold },
                { name: 'Last day', place: 'wide', date: true, cell: ({ until }) => until },
                { name: 'Amount', place: 'desk', number: true, cell: ({ amount }) => amount },
                { name: 'Left', place: 'state', number: true, cell: ({ left }) => left },
              ]}
            />
            <Pager
              page={cards}
              shown={cards.items.length}
              path={(page) => path(studio, { view, page })}
            />
          </>
        ) : (
          <Empty
            icon="receipt"
            title={view === 'open' ? 'No gift card has money on it' : 'No gift cards yet'}
            text="Sell one at the till. You owe its money until someone spends it."
          />
        )}
        {sums.length > 0 && (
          <section className="bill-part">
            <h2>All together</h2>
            <Table
              caption="What was sold, spent and ended on gift cards, and what is owed on them"
              rows={[...sums, { kind: 'owed', name: 'Owed', n: '', amount: owed }]}
              rowKey={({ kind }) => kind}
              columns={[
                { name: 'What', place: 'name', cell: ({ name }) => name },
                { name: 'How often', place: 'under', number: true, cell: ({ n }) => n },
                { name: 'Amount', place: 'state', number: true, cell: ({ amount }) => amount },
              ]}
            />
          </section>
        )}
      </ListPage>
    </>
  )
}
