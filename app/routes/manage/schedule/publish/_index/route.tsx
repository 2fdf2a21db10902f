import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { dryRun, totalsOf } from '#app/domain/planning/dry-run.server.ts'
import { payWords } from '#app/domain/planning/plan-effects.ts'
import { publishForm, rowValue } from '#app/domain/planning/plan-forms.ts'
import { mostPlanned } from '#app/domain/planning/planned-queries.server.ts'
import { refusalWords } from '#app/domain/planning/planning-refusals.ts'
import { planningTools } from '#app/domain/planning/planning-tools.ts'
import { publishPlan } from '#app/domain/planning/publish-plan.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PlanningNav } from '#app/ui/schedule/planning-nav.tsx'
import { newId } from '#app/values/id.ts'
import { count, dayShortTime, dayTime, money } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'
import { PlannedRows } from './planned-rows.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Publish', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:write')
  const rows = await dryRun(ctx, null)
  const { slug, locale, timeZone, currency } = ctx.studio
  const { messages, people, credits, moneyMinor, pay } = totalsOf(
    rows.filter(({ blocked }) => blocked === null),
  )
  return {
    studio: { slug },
    tools: planningTools(ctx.studio, viewer.role),
    key: newId(),
    more: rows.length === mostPlanned,
    totals: [
      messages > 0
        ? `${count(messages, 'message')} to ${count(people, 'person', 'people')}, ` +
          'by email and in the app.'
        : 'Nobody is booked, so nobody is notified.',
      credits > 0 ? `${count(credits, 'credit')} returned.` : 'No credits returned.',
      ...(moneyMinor > 0
        ? [`${money(moneyMinor, currency, locale)} is refunded to accounts.`]
        : []),
      ...(pay.length > 0
        ? pay.map((change) => `${payWords(change)}.`)
        : ['Coaches’ hours don’t change.']),
    ],
    rows: rows.map(
      ({
        row,
        what,
        messages: told,
        credits: back,
        money: refunds,
        pay: paid,
        clashes,
        blocked,
        closure,
        stale,
      }) => ({
        id: row.id,
        occurrenceId: row.occurrenceId,
        title: row.title,
        when: dayShortTime(row.localStart, locale),
        what,
        by: `${row.createdByName}, ${dayTime(wallTime(row.createdAt, timeZone), locale)}`,
        told,
        back: [
          ...back.map(({ name, lotName }) => `1 credit back to ${name}, ${lotName}`),
          ...refunds.map(
            ({ name, minor }) => `${money(minor, currency, locale)} back to the account of ${name}`,
          ),
        ],
        pay: paid.map(payWords),
        clashes,
        blocked: blocked && `${refusalWords[blocked]}${closure ? ` (${closure})` : ''}.`,
        stale,
        value: rowValue(row.id, row.sequence, clashes),
      }),
    ),
  }
}

/**
 * Publishes what is ticked. 303 to what was done and what was not; pressed twice it is done once.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, publishForm)
  if (submission.status !== 'success') return invalid(submission)
  const { key, row } = submission.value
  await publishPlan(ctx, { runId: key, chosen: row })
  tellSoon(app, ctx)
  return redirect(paths.managePublished(ctx.studio, key), 303)
}

export default function Publish() {
  const { studio, tools, key, rows, totals, more } = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const errors = Object.values(
    (answer?.result as { error?: Record<string, string[] | null> } | undefined)?.error ?? {},
  )
  return (
    <>
      <BackLink to={paths.manageSchedule(studio)}>Schedule</BackLink>
      <PageHead
        title="Publish"
        intro={
          rows.length > 0
            ? `${count(rows.length, 'change')} planned${more ? ', the first of more' : ''}. ` +
              'Nobody has been told yet.'
            : 'Drafts you haven’t published yet.'
        }
      />
      <PlanningNav tools={tools} />
      {rows.length === 0 ? (
        <Empty
          icon="note"
          title="No drafts"
          text={
            'Save a change, a cancellation or a new class as a draft. It appears here with ' +
            'everything it would do until you publish it.'
          }
        >
          <Link className="button primary" to={paths.manageClasses(studio)}>
            Go to the classes
          </Link>
        </Empty>
      ) : (
        <>
          <ErrorSummary
            id="publish"
            errors={errors.flatMap((texts) => (texts ?? []).map((text) => ({ field: null, text })))}
            refusal={answer?.refusal ?? null}
          />
          <Form id="publish" method="post" className="sections">
            <input type="hidden" name="key" value={key} />
            <section>
              <h2>All together</h2>
              <ul className="lines">
                {totals.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
            <PlannedRows studio={studio} rows={rows} />
            <div className="form-end">
              <button type="submit" className="button primary">
                Publish selected
              </button>
              <button type="submit" className="button" formAction={paths.managePlanDiscard(studio)}>
                Discard selected
              </button>
            </div>
          </Form>
        </>
      )}
    </>
  )
}
