import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { lastDateOf, readRule } from '#app/domain/calendar/series-rule.ts'
import { draftStandsWords, draftValues } from '#app/domain/planning/draft-words.ts'
import { plannedOfStatement } from '#app/domain/planning/planned-queries.server.ts'
import { changeSeries } from '#app/domain/scheduling/series/change-series.server.ts'
import { previewSeries, totalWords } from '#app/domain/scheduling/series/preview-series.server.ts'
import { asSeries, draftOf, seriesValues } from '#app/domain/scheduling/series/series-draft.ts'
import { changeSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import { changeSeriesPage } from '#app/domain/scheduling/series/series-form-page.server.ts'
import { seriesRefusal } from '#app/domain/scheduling/series/series-refusals.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { tellSoon } from '#app/http/tell-people.server.ts'
import { paths } from '#app/paths.ts'
import { openedDraft, openedVersion, sentOf } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { DraftStands } from '#app/ui/schedule/draft-stands.tsx'
import { type SeriesAnswer, takenIn, valuesAfter } from '#app/ui/schedule/series-answer.ts'
import { SeriesForm, SeriesPreviewPane } from '#app/ui/schedule/series-form.tsx'
import { minutesBetween } from '#app/values/instant.ts'
import { count, dayLong, dayShort, dayShortTime, deadline } from '#app/values/wording.ts'
import { keepDraft } from './keep-draft.server.ts'
import { ScopeChoice } from './scope-choice.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Change ${data.title}` : 'Change', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const occurrenceId = params.occurrence ?? ''
  const page = await changeSeriesPage(ctx, occurrenceId, plannedOfStatement(ctx, occurrenceId))
  if (!page?.self) throw notFound()
  const { series, self, held } = page
  // What waits to be published is a row of its own; the class as it is stays in the form.
  const planned = self.state === 'draft' ? undefined : page.also[0]
  const rule = readRule(series.rrule, series.firstStart)
  const weekly = rule !== null && rule.days.length > 0
  const date = self.localStart.slice(0, 10)
  const offered = (id: string) =>
    page.policies.some((policy) => policy.id === id) ? id : (page.policies[0]?.id ?? '')
  const values = seriesValues(app.url.searchParams, {
    classTypeId: series.classTypeId,
    time: self.localStart.slice(11),
    minutes: String(minutesBetween(self.startsAt, self.endsAt)),
    from: date,
    // A series of so many classes keeps its end when it is changed.
    until: (rule && lastDateOf(rule, series.firstStart)) ?? '',
    count: '',
    except: series.exceptDates.split(',').filter(Boolean).join(', '),
    roomId: self.roomId,
    coachId: self.coachId,
    capacity: String(self.capacity),
    policyId: offered(weekly ? series.policyId : self.policyId),
    ownPolicyId: self.policyId === series.policyId ? asSeries : self.policyId,
    days: rule?.days.slice() ?? [],
  })
  const scope = app.url.searchParams.get('scope') ?? 'one'
  const draft = draftOf(values)
  const preview = await previewSeries(
    ctx,
    scope === 'one' || !weekly
      ? { ...draft, days: [], from: app.url.searchParams.get('date') ?? date }
      : draft,
    scope === 'one' || !weekly ? { ids: [self.id] } : { seriesIds: [series.id] },
  )
  const { locale } = ctx.studio
  return {
    rules: fieldRules(changeSeriesForm),
    studio: { slug: ctx.studio.slug },
    id: self.id,
    title: series.title,
    draft: self.state === 'draft',
    // The dates looked up for an open form do not make it any newer.
    version: app.url.searchParams.get('version') ?? String(series.version),
    planned: planned && {
      id: planned.id,
      words: draftStandsWords(planned, ctx.studio),
      values: draftValues(planned),
    },
    shownPlanned: app.url.searchParams.get('planned') ?? planned?.id ?? '',
    weekly,
    date: app.url.searchParams.get('date') ?? date,
    day: dayLong(date, locale),
    scope,
    intro:
      held.places > 0
        ? `${count(held.places, 'place')} held in ${count(held.classes, 'class', 'classes')} ` +
          'to come. Nobody loses their place.'
        : 'Nobody is booked yet.',
    choices: {
      types: page.types,
      rooms: page.rooms,
      coaches: page.coaches,
      policies: page.policies,
    },
    seriesPolicy: page.policies.find(({ id }) => id === series.policyId)?.name ?? '',
    values,
    preview,
    total: preview ? totalWords(preview) : '',
  }
}

/**
 * Changes one class, this and later, or all to come. A taken room or coach is said once; ticking
 * that it is meant goes on. The second of two editors is told who was first, and keeps the form.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, changeSeriesForm)
  if (submission.status !== 'success') return invalid(submission)
  if (submission.value.as === 'draft')
    return keepDraft(app, ctx, params.occurrence ?? '', submission)
  const result = await changeSeries(ctx, params.occurrence ?? '', submission.value)
  const { timeZone, locale } = ctx.studio
  if (!result.ok) {
    switch (result.reason) {
      case 'not_found':
        throw notFound()
      case 'changed_meanwhile': {
        const { by, at } = result.facts
        const sentence =
          `${by} changed this class ${deadline(at, timeZone, locale)}, after you opened it. ` +
          'Open it again to see the latest, then make your change'
        return refused(submission, { form: [sentence], code: result.reason })
      }
      case 'below_booked': {
        const { booked, localStart } = result.facts
        const sentence =
          `${booked} are booked on ${dayShort(localStart.slice(0, 10), locale)}. ` +
          `Enter ${booked} or more`
        return refused(submission, { fields: { capacity: [sentence] }, code: result.reason })
      }
      case 'over_room': {
        const { room } = result.facts
        return refused(submission, {
          fields: { capacity: [`The room holds ${room}. Enter ${room} or fewer`] },
          code: result.reason,
        })
      }
      case 'taken':
        return refused(submission, { fields: { anyway: result.facts.taken }, code: result.reason })
      default:
        return refused(submission, { ...seriesRefusal(result.reason), code: result.reason })
    }
  }
  tellSoon(app, ctx)
  const kept = result.kept.map((localStart) => dayShortTime(localStart, locale))
  const message = [
    `${count(result.changed, 'class', 'classes')} changed.`,
    result.notified > 0 ? `${count(result.notified, 'person is', 'people are')} notified.` : '',
    kept.length > 0
      ? `People are booked on ${kept.join(', ')}: cancel those classes yourself.`
      : '',
    ...result.stays.map(
      (localStart) => `${dayShortTime(localStart, locale)} keeps its time: the new one has passed.`,
    ),
  ]
  const path = paths.manageClass(ctx.studio, params.occurrence ?? '')
  return redirectWithFlash(
    app,
    path,
    message.filter(Boolean).join(' '),
    kept.length + result.stays.length > 0 ? 'warn' : 'good',
  )
}

export default function ChangeClass() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, title, weekly, values, preview } = data
  const answer = useActionData() as SeriesAnswer | undefined
  const sent = sentOf(answer)
  const shownPlanned = openedDraft(answer, data.shownPlanned)
  // Of a draft that someone saved meanwhile, its fields say what it has.
  const other = data.planned && data.planned.id !== shownPlanned ? data.planned.values : {}
  return (
    <>
      <BackLink to={paths.manageClass(studio, id)}>{title}</BackLink>
      <PageHead title={`Change ${title}`} intro={data.intro} />
      {data.planned && !answer && <DraftStands studio={studio} words={data.planned.words} />}
      <div className="split previewed">
        <div>
          <SeriesForm
            key={answer ? 'answered' : 'asked'}
            action={paths.manageClassAct(studio, id, 'edit')}
            values={valuesAfter(answer, values)}
            saved={{ ...values, ...other }}
            choices={data.choices}
            rules={data.rules}
            answer={answer}
            hidden={{
              version: openedVersion(answer, data.version) ?? '',
              planned: shownPlanned,
              ...(weekly ? {} : { scope: 'one' }),
            }}
            changing
            taken={takenIn(answer, preview)}
            submit="Save changes"
            draft={data.draft ? undefined : 'Save as draft'}
            leave={
              <Link className="button quiet" to={paths.manageClass(studio, id)}>
                Cancel
              </Link>
            }
          >
            {(field, ownPolicy) => (
              <ScopeChoice
                weekly={weekly}
                ownPolicy={ownPolicy}
                policies={data.choices.policies}
                seriesPolicy={data.seriesPolicy}
                scope={typeof sent?.scope === 'string' ? sent.scope : data.scope}
                date={typeof sent?.date === 'string' ? sent.date : data.date}
                day={data.day}
                field={field}
                required={data.rules.scope?.required}
              />
            )}
          </SeriesForm>
        </div>
        <SeriesPreviewPane preview={answer ? null : preview} total={data.total} />
      </div>
    </>
  )
}
