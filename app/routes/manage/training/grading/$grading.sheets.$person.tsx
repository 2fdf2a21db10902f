import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { marks as markNames } from '#app/db/studio/progression/grading-words.ts'
import { type Mark, saveMarks, setResult } from '#app/domain/grading/grade-candidates.server.ts'
import { resultForm } from '#app/domain/grading/grading-form.ts'
import { type GradingResult, resultWords } from '#app/domain/grading/grading-words.ts'
import { scoreSheet } from '#app/domain/grading/score-sheet.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parsePosted, readPosted, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { DateField, TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { shortName } from '#app/values/text/short-name.ts'
import { MarkSheet } from './grading-parts/mark-sheet.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Score sheet of ${data.name}` : 'Score sheet', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'skills:assess')
  const sheet = await scoreSheet(ctx, params.grading ?? '', params.person ?? '')
  if (!sheet) throw notFound()
  const { grading, candidates, at, candidate, items } = sheet
  const retests = items.filter(
    (one) => one.mine === 'retest' || one.others.some(({ mark }) => mark === 'retest'),
  )
  return {
    rules: fieldRules(resultForm),
    studio: { slug: ctx.studio.slug },
    grading: { id: grading.id, level: grading.level, open: grading.state === 'locked' },
    person: candidate.id,
    name: candidate.name,
    place: `${at + 1} of ${candidates.length}`,
    items,
    next: candidates[at + 1]?.id ?? null,
    nextName: candidates[at + 1]?.name.split(' ')[0] ?? '',
    others: candidates.map(({ id, name, result, marks }) => ({
      id,
      name,
      short: shortName(name),
      here: id === candidate.id,
      state: stateOf(result, marks),
    })),
    resultBy: candidate.resultBy,
    values: {
      version: String(candidate.version),
      result: candidate.result ?? '',
      note: candidate.note,
      retestItems:
        candidate.retestItems || [...new Set(retests.map(({ name }) => name))].join('\n'),
      retestBy: candidate.retestBy ?? '',
    },
  }
}

/** What is said of somebody’s sheet beside their name. */
function stateOf(result: GradingResult | null, marks: number): string {
  if (result) return resultWords[result]
  return marks > 0 ? 'begun' : ''
}

/** Keeps the marks of the form, or the result: 303 back to the sheet, 422 with why not. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'skills:assess')
  const posted = await readPosted(request)
  const [gradingId, personId] = [params.grading ?? '', params.person ?? '']
  const back = paths.manageScoreSheet(ctx.studio, gradingId, personId)
  if (posted.get('act') === 'marks') {
    const sheet = await scoreSheet(ctx, gradingId, personId)
    if (!sheet) throw notFound()
    const marks = sheet.items.flatMap(({ id, side }, n): Mark[] => {
      const mark = markNames.find((one) => one === posted.get(`mark.n${n}`))
      return mark ? [{ item: id, side, mark, madeAtMs: ctx.nowMs }] : []
    })
    const result = await saveMarks(ctx, gradingId, personId, marks)
    if (!result.ok && result.reason === 'not_found') throw notFound()
    if (!result.ok) throw refusalPage(result.reason, 'The grading isn’t open for marks.', back)
    return redirectWithFlash(app, back, 'Marks saved.')
  }
  const submission = parsePosted(posted, resultForm)
  if (submission.status !== 'success') return invalid(submission)
  const result = await setResult(ctx, gradingId, personId, submission.value)
  if (result.ok)
    return redirectWithFlash(app, back, 'Result saved. It is hidden until you publish.')
  const { reason: code } = result
  if (code === 'not_found') throw notFound()
  if (code === 'needs_items') {
    return refused(submission, { code, fields: { retestItems: ['Name what is done again'] } })
  }
  const form =
    'by' in result
      ? `${result.by || 'Someone else'} entered ${resultWords[result.result as GradingResult] ?? 'another result'} meanwhile. Reload the page to change it.`
      : 'Results can be entered from the beginning of the grading until they are published.'
  return refused(submission, { code, form: [form] })
}

export default function ScoreSheet() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, grading, person, name, values, rules } = data
  const names = ['version', 'result', 'note', 'retestItems', 'retestBy'] as const
  const form = useLiveForm('result', names, { answer, values, rules })
  const { fields } = form
  return (
    <>
      <BackLink to={paths.manageGrading(studio, grading.id)}>Grading for {grading.level}</BackLink>
      <PageHead title={name} intro={data.place} />
      <nav className="sheet-people" aria-label="People of this grading">
        {data.others.map((one) => (
          <Link
            key={one.id}
            to={paths.manageScoreSheet(studio, grading.id, one.id)}
            aria-current={one.here ? 'page' : undefined}
          >
            {one.short} {one.state && <small>{one.state}</small>}
          </Link>
        ))}
      </nav>
      <MarkSheet
        key={person}
        {...{ studio, person, name }}
        grading={grading.id}
        open={grading.open}
        items={data.items}
      />
      <section aria-labelledby="result-title">
        <h2 id="result-title">Result</h2>
        {data.resultBy && <p className="muted">Entered by {data.resultBy}.</p>}
        <LiveFormBody of={form} className="sheet-form">
          <HiddenFields values={{ version: openedVersion(answer, values.version) }} />
          <SelectField
            field={fields.result}
            label="Result"
            options={Object.entries(resultWords).map(([value, label]) => ({ value, label }))}
            empty="Choose a result"
          />
          <TextField
            field={fields.note}
            label={`Note for ${name} (optional)`}
            hint="Sent with the result"
            autoComplete="off"
          />
          <TextareaField
            field={fields.retestItems}
            label="Done again, for a retest"
            hint="One a line"
            rows={3}
          />
          <DateField field={fields.retestBy} label="By, for a retest (optional)" />
          <FormEnd
            sending="Saving…"
            cancel={
              data.next
                ? paths.manageScoreSheet(studio, grading.id, data.next)
                : paths.manageGrading(studio, grading.id)
            }
          >
            Save result
          </FormEnd>
        </LiveFormBody>
        {data.next && (
          <p>
            <Link className="button" to={paths.manageScoreSheet(studio, grading.id, data.next)}>
              Next: {data.nextName}
            </Link>
          </p>
        )}
      </section>
    </>
  )
}
