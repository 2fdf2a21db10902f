import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { bulkInvoices, doBulkInvoices } from '#app/domain/sales/invoices/bulk-invoices.server.ts'
import {
  type BulkInvoiceAct,
  bulkCloseForm,
  bulkIds,
  bulkInvoiceActs,
  bulkMailForm,
} from '#app/domain/sales/invoices/bulk-invoices-form.ts'
import { bulkWords } from '#app/domain/sales/invoices/bulk-invoices-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.words.title ?? 'Invoices', { matches })

const actOf = (asked: unknown): BulkInvoiceAct =>
  bulkInvoiceActs.find((act) => act === asked) ?? 'mail'

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const search = app.url.searchParams
  const act = actOf(search.get('act'))
  const ids = bulkIds.safeParse(search.getAll('i'))
  const rows = ids.success ? await bulkInvoices(ctx, act, ids.data) : []
  return {
    rules: fieldRules(act === 'mail' ? bulkMailForm : bulkCloseForm),
    studio: { slug: ctx.studio.slug },
    act,
    words: bulkWords(act, rows, ctx.studio.locale),
    ids: rows.filter(({ why }) => why === null).map(({ id }) => id),
    values: { key: newId() },
  }
}

/** Does it: 303 to the list with how many. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'invoices:write')
  const posted = await readPosted(request)
  const act = actOf(posted.get('act'))
  const submission = parsePosted(posted, act === 'mail' ? bulkMailForm : bulkCloseForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, i, reason } = submission.value
  const done = await doBulkInvoices(ctx, { act, ids: i, key, reason })
  if (done === null) throw notFound()
  const { told } = bulkWords(act, [], ctx.studio.locale)
  return redirectWithFlash(app, paths.manageInvoices(ctx.studio), told(done))
}

export default function BulkInvoices() {
  const { rules, studio, act, words, ids, values } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('bulk', ['key', 'reason'], { answer, values, rules })
  const list = paths.manageInvoices(studio)
  return (
    <>
      <BackLink to={list}>Invoices</BackLink>
      <PageHead title={words.title} intro={words.intro} />
      {words.rows.length === 0 ? (
        <Empty icon="receipt" title="No invoices chosen" text="Tick some in the list first.">
          <Link className="button" to={list}>
            Invoices
          </Link>
        </Empty>
      ) : (
        <Table
          caption="Chosen invoices, the oldest first"
          rows={words.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Person',
              place: 'name',
              cell: ({ id, person, title }) => (
                <>
                  <Link to={paths.manageInvoice(studio, id)}>{person}</Link> <small>{title}</small>
                </>
              ),
            },
            { name: 'Total', place: 'under', number: true, cell: ({ total }) => total },
            { name: 'To pay', place: 'under', number: true, cell: ({ open }) => open },
            {
              name: 'Left out',
              place: 'state',
              cell: ({ left }) => left && <Label text={left} tone="warn" />,
            },
          ]}
        />
      )}
      {ids.length > 0 && (
        <LiveFormBody of={form} action={paths.manageInvoicesBulk(studio)} className="sheet-form">
          <HiddenFields values={{ key: String(form.fields.key.initialValue ?? ''), act }} />
          {ids.map((id) => (
            <input key={id} type="hidden" name="i" value={id} />
          ))}
          {act !== 'mail' && (
            <TextField
              field={form.fields.reason}
              label="Why"
              hint="Kept on each invoice, with your name in the record."
              autoComplete="off"
            />
          )}
          <FormEnd sending="Saving…" cancel={list}>
            {words.button}
          </FormEnd>
        </LiveFormBody>
      )}
    </>
  )
}
