import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { basketTotals } from '#app/domain/sales/till/basket.ts'
import { beginSale } from '#app/domain/sales/till/change-basket.server.ts'
import { readLines, tillPage } from '#app/domain/sales/till/sale-queries.server.ts'
import { beginForm } from '#app/domain/sales/till/till-forms.ts'
import { parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { factsLine } from '#app/values/text/separators.ts'
import { clockTimeAt, count, money } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Sell', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  const { sales, locations } = await tillPage(ctx)
  const { slug, currency, locale, timeZone } = ctx.studio
  return {
    studio: { slug },
    places: locations.map(({ id, name }) => ({ id, name, key: newId() })),
    held: sales.map((sale) => {
      const lines = readLines(sale.lines)
      return {
        id: sale.id,
        who: sale.personName ?? 'Without a name',
        rest: factsLine([
          count(
            lines.reduce((sum, { quantity }) => sum + quantity, 0),
            'product',
          ),
          money(basketTotals(lines).totalMinor, currency, locale),
          `${sale.createdBy}, ${clockTimeAt(sale.createdAt, timeZone, locale)}`,
        ]),
      }
    }),
  }
}

/** Begins a sale: 303 to it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'payments:take')
  const submission = await parseForm(request, beginForm)
  if (submission.status === 'success' && (await beginSale(ctx, submission.value))) {
    return redirect(paths.manageSale(ctx.studio, submission.value.key), 303)
  }
  const sentence = 'A sale couldn’t be started. Add a location under Facilities first.'
  throw refusalPage('no_location', sentence, paths.manageTill(ctx.studio))
}

export default function Till() {
  const { studio, places, held } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageReception(studio)}>Reception</BackLink>
      <PageHead
        title="Sell"
        intro="Products over the counter. Packs and memberships are sold from a person’s profile."
        actions={places.map(({ id, name, key }) => (
          <Form key={id} method="post" action={paths.manageTill(studio)}>
            <HiddenFields values={{ key, location: id }} />
            <button type="submit" className="button primary">
              <Icon name="plus" /> New sale{places.length > 1 ? ` at ${name}` : ''}
            </button>
          </Form>
        ))}
      />
      {held.length > 0 ? (
        <section className="part">
          <h2>Held sales</h2>
          <ul className="lines">
            {held.map(({ id, who, rest }) => (
              <li key={id}>
                <Link className="go" to={paths.manageSale(studio, id)}>
                  <span>
                    <b>{who}</b> <small className="muted">{rest}</small>
                  </span>
                  <Icon name="next" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <Empty
          icon="receipt"
          title="No sale is waiting"
          text="A sale that you begin and don’t finish waits here."
        />
      )}
    </>
  )
}
