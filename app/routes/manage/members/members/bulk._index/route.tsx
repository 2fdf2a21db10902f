import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { bulkActs } from '#app/db/studio/people-words.ts'
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { bulkFormPage } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { bulkChoice, bulkForm, chosenIds } from '#app/domain/people/bulk/bulk-forms.ts'
import {
  type BulkAct,
  bulkAsks,
  bulkButtons,
  bulkPermission,
  bulkTitle,
  outcomeLines,
} from '#app/domain/people/bulk/bulk-words.ts'
import { startBulkChange } from '#app/domain/people/bulk/change-in-bulk.server.ts'
import { longestFilters } from '#app/domain/people/list/person-filters.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { listParams } from '#app/http/list-params.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { continueBulkInBackground } from '#app/routes/manage/members/members/bulk-change/continue-bulk.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { ViewChips } from '#app/ui/list/filter-bar.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { count, dayTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { BulkFields, bulkFieldNames } from './bulk-fields.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? bulkAsks[data.act] : 'Bulk change', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'people:read')
  const asked = listParams(app, bulkChoice)
  await requirePermission(context, bulkPermission[asked.act])
  // Filters that are cut off would be a change of everybody.
  if ((app.url.searchParams.get('filters') ?? '').length > longestFilters)
    throw refusalPage(
      'filters_too_long',
      'These are more filters than a change of many people takes. Use fewer, or a segment.',
      paths.manageMembers(ctx.studio),
    )
  const chosen = {
    p: asked.all ? [] : chosenIds(app.url.searchParams.getAll('p')),
    all: asked.all,
    filters: asked.filters,
  }
  const page = await bulkFormPage(withFigures(ctx), asked.act, chosen)
  const { slug, timeZone, locale } = ctx.studio
  return {
    rules: fieldRules(bulkForm, asked.act),
    studio: { slug },
    act: asked.act,
    ...chosen,
    total: page.total,
    names: page.names,
    /** Where what happens depends on the person, and not on what is typed. */
    effects:
      asked.act === 'tag' || asked.act === 'untag'
        ? []
        : outcomeLines(asked.act, page.outcomes, 'before'),
    tags: page.tags,
    acts: bulkActs.filter((act) => may(viewer.role, bulkPermission[act])),
    recent: page.recent
      .filter(({ act }) => may(viewer.role, bulkPermission[act]))
      .map(({ id, act, detail, actorName, createdAt }) => ({
        id,
        title: bulkTitle(act, detail),
        note: `${actorName}, ${dayTime(wallTime(createdAt, timeZone), locale)}`,
      })),
    key: newId(),
  }
}

/**
 * Starts the change, does what fits into a moment, and leads to its page. The form sent twice is
 * one change.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  await requirePermission(context, 'people:read')
  const submission = await parseForm(request, bulkForm)
  if (submission.status !== 'success') return invalid(submission)
  const { app, ctx } = await requirePermission(context, bulkPermission[submission.value.act])
  const result = await startBulkChange(withFigures(ctx), submission.value)
  if (!result.ok) {
    return refused(submission, {
      form: ['Nobody is selected. Go back and select people'],
      code: result.reason,
    })
  }
  await continueBulkInBackground(app, ctx, submission.value.key)
  return redirect(paths.manageBulkChange(ctx.studio, submission.value.key), 303)
}

export default function Bulk() {
  const { rules, studio, act, p, all, filters, total, names, effects, tags, acts, recent, key } =
    useLoaderData<typeof loader>()
  const form = useLiveForm('bulk', bulkFieldNames, {
    answer: useActionData() as PageFormAnswer | undefined,
    values: { kind: 'note' },
    rules,
  })
  const list = `${paths.manageMembers(studio)}${filters ? `?${filters}` : ''}`
  const more = total - names.length
  const others = more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''
  const chosen = names.length > 0 ? `: ${names.join(', ')}${others}` : ''
  // A refused form shows the same people: they are in the address it is sent to.
  const pathFor = (other: BulkAct) =>
    paths.manageBulk(studio, { act: other, all, filters }) + p.map((id) => `&p=${id}`).join('')
  return (
    <>
      <BackLink to={list}>Members</BackLink>
      <PageHead
        title={bulkAsks[act]}
        intro={`${count(total, 'person', 'people')} selected${chosen}.`}
      />
      {total > 0 && (
        <ViewChips
          views={acts.map((other) => ({
            name: bulkButtons[other],
            path: pathFor(other),
            current: other === act,
          }))}
        />
      )}
      {total === 0 ? (
        <>
          <ErrorSummary id="bulk" errors={form.answered} refusal={form.refusal} />
          <Empty icon="members" title="Nobody is selected" text="Go back and tick the people.">
            <Link className="button" to={list}>
              Select people
            </Link>
          </Empty>
        </>
      ) : (
        <LiveFormBody of={form} action={pathFor(act)} className="sheet-form">
          <input type="hidden" name="act" value={act} />
          <input type="hidden" name="key" value={key} />
          {all ? <input type="hidden" name="all" value="1" /> : null}
          {filters && <input type="hidden" name="filters" value={filters} />}
          {p.map((id) => (
            <input key={id} type="hidden" name="p" value={id} />
          ))}
          <BulkFields key={act} act={act} fields={form.fields} tags={tags} />
          {effects.length > 0 && (
            <section>
              <h2>What happens</h2>
              <ul className="lines">
                {effects.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          )}
          <FormEnd sending="Starting…" cancel={list}>
            {bulkButtons[act]}
          </FormEnd>
        </LiveFormBody>
      )}
      {recent.length > 0 && (
        <section className="after">
          <h2>Recent bulk changes</h2>
          <ul className="lines">
            {recent.map(({ id, title, note }) => (
              <li key={id}>
                <Link to={paths.manageBulkChange(studio, id)}>{title}</Link>
                <span className="muted">{note}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
