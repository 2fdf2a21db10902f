import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { saveDraftLine } from '#app/domain/billing/drafts/change-draft.server.ts'
import { draftLineForm } from '#app/domain/billing/drafts/draft-forms.ts'
import { draftPage } from '#app/domain/sales/invoices/draft-page.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { discountOf } from '#app/values/billing/discount.ts'
import { newId } from '#app/values/id.ts'
import { typedMinor } from '#app/values/money.ts'
import { money } from '#app/values/wording.ts'
import { draftRefusal, typedDiscount } from './draft-parts/draft-changes.server.ts'
import { LineForm } from './draft-parts/line-fields.tsx'

const title = (line: string | null) => (line ? 'Change line' : 'Add a line')

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(title(data?.line ?? null), { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const page = await draftPage(ctx, params.draft ?? '')
  if (!page) throw notFound()
  const { draft, terms, view, usualRateBp } = page
  const { currency, slug } = ctx.studio
  const asked = app.url.searchParams.get('line')
  const line = terms.lines.find(({ id }) => id === asked)
  if (asked !== null && !line) throw notFound()
  const version = String(draft.version)
  return {
    rules: fieldRules(draftLineForm(currency)),
    studio: { slug },
    draft: { id: draft.id, title: view.title },
    netPrices: terms.netPrices,
    taxName: view.taxName,
    line: line?.id ?? null,
    values: line
      ? {
          key: line.id,
          version,
          what: line.what,
          quantity: String(line.quantity),
          price: typedMinor(line.unitMinor, currency),
          tax: String(line.taxRateBp / 100),
          discount: typedDiscount(line.discount, currency),
          discountReason: line.discountReason,
        }
      : { key: newId(), version, quantity: '1', tax: String(usualRateBp / 100) },
  }
}

/** Writes a line: 303 to the draft, 422 beside the field. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'invoices:write')
  const { currency, locale } = ctx.studio
  const submission = await parseForm(request, draftLineForm(currency))
  if (submission.status !== 'success') return invalid(submission)
  const { quantity, price, discount } = submission.value
  const all = quantity * price
  if (discount && 'minor' in discount && discountOf(discount, all) < discount.minor) {
    const sentence = `The line comes to ${money(all, currency, locale)}. Enter that or less.`
    return refused(submission, { code: 'too_much', fields: { discount: [sentence] } })
  }
  const result = await saveDraftLine(ctx, params.draft ?? '', submission.value)
  if (!result.ok) {
    return refused(submission, { code: result.reason, form: [draftRefusal(result)] })
  }
  return redirect(paths.manageDraft(ctx.studio, params.draft ?? ''), 303)
}

export default function Line() {
  const { studio, draft, line, ...form } = useLoaderData<typeof loader>()
  const back = paths.manageDraft(studio, draft.id)
  return (
    <>
      <BackLink to={back}>{draft.title}</BackLink>
      <PageHead
        title={title(line)}
        actions={
          line && (
            <Form method="post" action={paths.manageDraftAct(studio, draft.id, 'remove')}>
              <HiddenFields values={{ version: form.values.version, line }} />
              <button type="submit" className="button">
                Remove line
              </button>
            </Form>
          )
        }
      />
      <LineForm
        {...form}
        action={paths.manageDraftAct(studio, draft.id, 'line', line ? { line } : {})}
        button={line ? 'Save line' : 'Add line'}
        cancel={back}
      />
    </>
  )
}
