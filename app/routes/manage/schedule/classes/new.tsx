import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { firstStartOf, ruleText } from '#app/domain/calendar/series-rule.ts'
import { findUsualMinutes } from '#app/domain/scheduling/class-types/class-type-queries.server.ts'
import { createSeries } from '#app/domain/scheduling/series/create-series.server.ts'
import { previewSeries, totalWords } from '#app/domain/scheduling/series/preview-series.server.ts'
import { draftOf, seriesValues } from '#app/domain/scheduling/series/series-draft.ts'
import { newSeriesForm } from '#app/domain/scheduling/series/series-fields.ts'
import { newSeriesPage } from '#app/domain/scheduling/series/series-form-page.server.ts'
import { seriesRefusal } from '#app/domain/scheduling/series/series-refusals.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { type SeriesAnswer, takenIn, valuesAfter } from '#app/ui/schedule/series-answer.ts'
import { lengthOf, SeriesForm, SeriesPreviewPane } from '#app/ui/schedule/series-form.tsx'
import { newId } from '#app/values/id.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a class', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const page = await newSeriesPage(ctx)
  const { from, ...choices } = page
  const [onlyType] = page.types.length === 1 ? page.types : []
  const values = seriesValues(app.url.searchParams, {
    classTypeId: onlyType?.id ?? '',
    time: '18:30',
    minutes: '',
    from,
    until: '',
    count: '',
    except: '',
    roomId: '',
    coachId: '',
    capacity: '12',
    ownPolicyId: '',
    policyId: page.policies[0]?.id ?? '',
    days: [],
  })
  values.minutes ||= lengthOf(page.types, values.classTypeId)
  const preview = await previewSeries(ctx, draftOf(values))
  return {
    rules: fieldRules(newSeriesForm),
    studio: { slug: ctx.studio.slug },
    choices,
    values,
    preview,
    total: preview ? totalWords(preview) : '',
    key: newId(),
  }
}

/**
 * Puts the class on the timetable. A taken room or coach is said once; ticking that it is meant
 * goes on.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, newSeriesForm)
  if (submission.status !== 'success') return invalid(submission)
  const {
    key,
    anyway,
    as,
    from,
    time,
    days,
    minutes = await findUsualMinutes(ctx, submission.value.classTypeId),
    until = null,
    count: times = null,
    except = [],
    ...series
  } = submission.value
  if (minutes === null) throw notFound()
  const draft = as === 'draft'
  const result = await createSeries(ctx, {
    id: key,
    ...series,
    minutes,
    firstStart: firstStartOf({ from, time, days }),
    rrule: ruleText({ days, until, count: times }),
    exceptDates: except,
    draft,
    anyway,
  })
  if (!result.ok) {
    if (result.reason === 'not_found') throw notFound()
    if (result.reason === 'taken')
      return refused(submission, { fields: { anyway: result.facts.taken }, code: 'taken' })
    return refused(submission, { ...seriesRefusal(result.reason), code: result.reason })
  }
  if (draft) {
    const kept =
      `${count(result.occurrences, 'class is', 'classes are')} saved as ` +
      `${result.occurrences === 1 ? 'a draft' : 'drafts'}.`
    return redirectWithFlash(app, paths.managePublish(ctx.studio), kept)
  }
  const path = paths.manageClasses(ctx.studio, {
    from: firstStartOf({ from, time, days }).slice(0, 10),
  })
  return redirectWithFlash(
    app,
    path,
    `${count(result.occurrences, 'class is', 'classes are')} on the timetable.`,
  )
}

export default function NewClass() {
  const { rules, studio, choices, values, preview, total, key } = useLoaderData<typeof loader>()
  const answer = useActionData() as SeriesAnswer | undefined
  return (
    <>
      <PageHead title="Add a class" intro="Once, or every week on the days you choose." />
      <div className="split previewed">
        <div>
          <SeriesForm
            key={answer ? 'answered' : 'asked'}
            action={paths.manageClassNew(studio)}
            values={valuesAfter(answer, values)}
            choices={choices}
            rules={rules}
            answer={answer}
            hidden={{ key }}
            changing={false}
            taken={takenIn(answer, preview)}
            submit="Publish"
            draft="Save as draft"
            leave={
              <Link className="button quiet" to={paths.manageClasses(studio)}>
                Cancel
              </Link>
            }
          />
        </div>
        <SeriesPreviewPane preview={answer ? null : preview} total={total} />
      </div>
    </>
  )
}
