import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { bulkLeads } from '#app/domain/leads/bulk-leads.server.ts'
import {
  bulkLeadsButtons,
  bulkLeadsDone,
  bulkLeadsWords,
  leftOutOfBulk,
} from '#app/domain/leads/bulk-words.ts'
import { changeLeads } from '#app/domain/leads/change-leads.server.ts'
import { bulkLeadsChoice, bulkLeadsForm } from '#app/domain/leads/lead-forms.ts'
import { leadSentences } from '#app/domain/leads/lead-refusals.ts'
import { lostReasons } from '#app/domain/leads/lead-words.ts'
import { messageLeads } from '#app/domain/leads/message-leads.server.ts'
import { leadSetting } from '#app/domain/leads/pipelines/pipeline-queries.server.ts'
import { chosenIds } from '#app/domain/people/bulk/bulk-forms.ts'
import { deliverSoon } from '#app/http/deliver-soon.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { type LiveForm, LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? bulkLeadsButtons[data.act] : 'Leads', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const { act } = listParams(app, bulkLeadsChoice)
  const ids = chosenIds(app.url.searchParams.getAll('l'))
  const rows = ids.length === 0 ? [] : await bulkLeads(ctx, act, ids)
  const staff = act === 'assign' ? (await leadSetting(ctx)).staff : []
  const taken = rows.filter(({ why }) => why === null)
  return {
    rules: fieldRules(bulkLeadsForm, act),
    studio: { slug: ctx.studio.slug },
    act,
    words: bulkLeadsWords(act, rows.length, rows.length - taken.length),
    ids: taken.map(({ id }) => id),
    rows: rows.map(({ id, name, email, why }) => ({
      id,
      name,
      email,
      left: why === null ? '' : leftOutOfBulk[why],
    })),
    staff: staff.map(({ id, name }) => ({ value: id, label: name })),
    key: newId(),
  }
}

/** Assigns, tags, loses or writes to the leads that were chosen: 303 to the table with how many. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'leads:write')
  const submission = await parseForm(request, bulkLeadsForm)
  if (submission.status !== 'success') return invalid(submission)
  const { l, ...form } = submission.value
  if (l.length === 0)
    return refused(submission, {
      form: ['Nobody is selected. Go back and select leads'],
      code: 'nobody',
    })
  const table = paths.manageLeads(ctx.studio, { as: 'table' })
  if (form.act === 'message') {
    const { changed, same } = await messageLeads(ctx, l, form)
    deliverSoon(app, ctx.db)
    return redirectWithFlash(app, table, bulkLeadsDone('message', changed, same))
  }
  const result = await changeLeads(ctx, l, form)
  if (!result.ok)
    return refused(submission, {
      fields: { ownerId: [leadSentences[result.reason]] },
      code: result.reason,
    })
  return redirectWithFlash(app, table, bulkLeadsDone(form.act, result.changed, result.same))
}

const names = ['key', 'ownerId', 'tag', 'reason', 'subject', 'text'] as const

export default function BulkLeads() {
  const { rules, studio, act, words, ids, rows, staff, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const form = useLiveForm('bulk', names, { answer, values: { key }, rules })
  const list = paths.manageLeads(studio, { as: 'table' })
  // A refused form shows the same leads: they are in the address it is sent to.
  const chosen = new URLSearchParams([['act', act], ...rows.map(({ id }) => ['l', id])])
  return (
    <>
      <BackLink to={list}>Leads</BackLink>
      <PageHead title={words.title} intro={words.intro} />
      {rows.length === 0 ? (
        <Empty icon="members" title="Nobody is selected" text="Tick some leads in the table first.">
          <Link className="button" to={list}>
            Select leads
          </Link>
        </Empty>
      ) : (
        <Table
          caption="Chosen leads, by name"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Lead',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageLead(studio, id)}>{name}</Link>,
            },
            { name: 'Email', place: 'under', cell: ({ email }) => email },
            {
              name: 'Left out',
              place: 'under',
              cell: ({ left }) => left && <Label text={left} tone="warn" />,
            },
          ]}
        />
      )}
      {ids.length > 0 && (
        <section className="after">
          <LiveFormBody
            of={form}
            action={`${paths.manageLeadsBulk(studio)}?${chosen}`}
            className="sheet-form"
          >
            <HiddenFields values={{ key: act === 'message' ? key : null, act }} />
            {ids.map((id) => (
              <input key={id} type="hidden" name="l" value={id} />
            ))}
            <BulkLeadsFields act={act} fields={form.fields} staff={staff} />
            <FormEnd sending="Saving…" cancel={list}>
              {bulkLeadsButtons[act]}
            </FormEnd>
          </LiveFormBody>
        </section>
      )}
    </>
  )
}

/** What each act asks for. */
function BulkLeadsFields(props: {
  act: keyof typeof bulkLeadsButtons
  fields: LiveForm<(typeof names)[number]>['fields']
  staff: readonly { value: string; label: string }[]
}) {
  const { act, fields, staff } = props
  if (act === 'assign') return <SelectField field={fields.ownerId} label="Owner" options={staff} />
  if (act === 'tag')
    return <TextField field={fields.tag} label="Tag" hint="A word or two." autoComplete="off" />
  if (act === 'lose')
    return (
      <SelectField
        field={fields.reason}
        label="Why"
        options={Object.entries(lostReasons).map(([value, label]) => ({ value, label }))}
      />
    )
  return (
    <>
      <TextField field={fields.subject} label="Subject" autoComplete="off" />
      <TextareaField
        field={fields.text}
        label="Message"
        hint="It begins with their name and ends with yours."
      />
    </>
  )
}
