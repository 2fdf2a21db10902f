import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { takeStock } from '#app/domain/products/move-stock.server.ts'
import { countedOf, stocktakeForm } from '#app/domain/products/product-form.ts'
import { stocktakePage } from '#app/domain/products/product-queries.server.ts'
import { sheetRows, variantName } from '#app/domain/products/product-words.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { SelectFilter } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Stocktake', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'stock:write')
  const search = app.url.searchParams
  const sheet = Math.max(1, Math.min(100, Math.trunc(Number(search.get('sheet'))) || 1))
  const asked = search.get('location')?.slice(0, 40) ?? ''
  const read = (locationId: string) =>
    stocktakePage(ctx, { locationId, offset: (sheet - 1) * sheetRows, rows: sheetRows })
  let page = await read(asked)
  const location = page.locations.find(({ id }) => id === asked) ?? page.locations[0]
  if (location && location.id !== asked) page = await read(location.id)
  return {
    studio: { slug: ctx.studio.slug },
    key: newId(),
    sheet,
    more: page.variants.length > sheetRows,
    location: location ? { id: location.id, name: location.name } : null,
    locations: page.locations.map(({ id, name }) => ({ value: id, label: name })),
    rows: page.variants.slice(0, sheetRows).map((one) => ({
      id: one.id,
      name: variantName(one),
      there: one.there,
    })),
  }
}

/** Takes over a count: 303 to the products, 422 beside the field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'stock:write')
  const submission = await parseForm(request, stocktakeForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await takeStock(ctx, submission.value, countedOf(submission.value))
  if (!result.ok) {
    const sentence =
      result.reason === 'nothing_counted'
        ? 'Enter what you counted of at least one product.'
        : 'A product or the location is gone. Open the stocktake again.'
    return refused(submission, { code: result.reason, form: [sentence] })
  }
  const { counted, different } = result
  const text = `${count(counted, 'product')} counted. ${
    different === 0
      ? 'All as expected.'
      : `${different} differed and ${different === 1 ? 'is' : 'are'} corrected.`
  }`
  return redirectWithFlash(app, paths.manageProducts(ctx.studio), text)
}

const numbers = Array.from({ length: sheetRows }, (_, n) => n)
const names = ['key', 'location', 'reason', ...numbers.flatMap((n) => [`v${n}`, `w${n}`, `n${n}`])]

export default function Stocktake() {
  const { studio, key, sheet, more, location, locations, rows } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  // A sheet that is shown again keeps what it expected: stock may have moved since it was counted.
  const form = useLiveForm('stocktake', names, {
    answer,
    values: {
      key,
      ...Object.fromEntries(
        rows.flatMap((row, n) => [
          [`v${n}`, row.id],
          [`w${n}`, String(row.there)],
        ]),
      ),
    },
    rules: {},
  })
  const nameOf = new Map(rows.map((row) => [row.id, row.name]))
  const posted = (name: string) => String(form.fields[name]?.initialValue ?? '')
  const lines = numbers.flatMap((n) => {
    const [id, expected, field] = [posted(`v${n}`), posted(`w${n}`), form.fields[`n${n}`]]
    const name = nameOf.get(id)
    return field && name !== undefined ? [{ n, id, name, expected, field }] : []
  })
  const list = paths.manageProducts(studio)
  const at = (next: number) =>
    paths.manageStocktake(studio, { location: location?.id, sheet: next })
  return (
    <>
      <BackLink to={list}>Products</BackLink>
      <PageHead
        title="Stocktake"
        intro="Enter what you count. What you leave empty stays as it is."
      />
      {locations.length > 1 && location && (
        <Form className="filters" action={paths.manageStocktake(studio)}>
          <SelectFilter name="location" label="Location" value={location.id} options={locations} />
          <button type="submit" className="button quiet apply">
            Show
          </button>
        </Form>
      )}
      {rows.length > 0 && location ? (
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields
            values={{ key: String(form.fields.key?.initialValue ?? key), location: location.id }}
          />
          {lines.map(({ n, id, name, expected, field }) => (
            <div key={id}>
              <HiddenFields values={{ [`v${n}`]: id, [`w${n}`]: expected }} />
              <TextField
                field={field}
                label={name}
                hint={`Expected at ${location.name}: ${expected}`}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          ))}
          {form.fields.reason && (
            <TextField
              field={form.fields.reason}
              label="Why it differs (optional)"
              autoComplete="off"
            />
          )}
          <FormEnd sending="Saving…" cancel={list}>
            Save count
          </FormEnd>
        </LiveFormBody>
      ) : (
        <Empty
          icon="receipt"
          title="Nothing to count"
          text="Products on sale are counted here, location by location."
        >
          <Link className="button" to={list}>
            Products
          </Link>
        </Empty>
      )}
      {(more || sheet > 1) && (
        <p>
          {sheet > 1 && <Link to={at(sheet - 1)}>Sheet before</Link>}{' '}
          {more && <Link to={at(sheet + 1)}>Next sheet</Link>}
        </p>
      )}
    </>
  )
}
