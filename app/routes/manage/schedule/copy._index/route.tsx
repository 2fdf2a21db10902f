import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { copyForm, copyQuestion } from '#app/domain/planning/copy-fields.ts'
import { copyTerm } from '#app/domain/planning/copy-term.server.ts'
import { copiedWords } from '#app/domain/planning/copy-words.ts'
import {
  type LeftOut,
  previewTermCopy,
  type TermCopy,
} from '#app/domain/planning/plan-copy.server.ts'
import { planningTools } from '#app/domain/planning/planning-tools.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { fieldOfNoForm } from '#app/ui/form/field-frame.tsx'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { PlanningNav } from '#app/ui/schedule/planning-nav.tsx'
import { newId } from '#app/values/id.ts'
import { count, dayMonthYear, dayShort, dayTime } from '#app/values/wording.ts'
import { addDays, firstOfWeek, localDate } from '#app/values/zone.ts'
import { CopiedSeries } from './copied-series.tsx'

export const meta: MetaFunction = ({ matches }) => pageTitle('Copy a term', { matches })

const leftWords: Record<LeftOut['why'], string> = {
  goes_on: 'Continues anyway',
  not_weekly: 'Does not repeat weekly',
  closed: 'Would be on closed days only',
  coach_left: 'The coach no longer works here',
  past: 'Would already be over',
}

/** What is left out, a line for each reason with the names. */
const leftLines = (left: readonly LeftOut[]) =>
  [...new Set(left.map(({ why }) => why))].map((why) => {
    const titles = left.filter((one) => one.why === why).map(({ title }) => title)
    return {
      id: why,
      title: `${leftWords[why]} (${titles.length})`,
      names: [...new Set(titles)].join(', '),
    }
  })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:write')
  const { slug, locale, timeZone } = ctx.studio
  const week = firstOfWeek(localDate(ctx.now, timeZone), ctx.studio)
  const given = Object.fromEntries(app.url.searchParams)
  const asked = copyQuestion.safeParse(given)
  const rules = fieldRules(copyQuestion)
  const values = {
    from: given.from ?? week,
    weeks: given.weeks ?? '12',
    to: given.to ?? addDays(week, 12 * 7),
  }
  const wrong = asked.success || !('from' in given) ? {} : fieldErrors(asked.error.issues)
  const preview = asked.success ? await previewTermCopy(ctx, asked.data) : null
  const words = (copy: TermCopy) => ({
    id: copy.sourceId,
    title: copy.title,
    what: [dayTime(copy.firstStart, locale), copy.coachName, copy.roomName].join(', '),
    dates:
      `${count(copy.starts.length, 'class', 'classes')} from ` +
      `${dayShort(copy.starts[0]?.slice(0, 10) ?? '', locale)} to ` +
      `${dayShort(copy.starts.at(-1)?.slice(0, 10) ?? '', locale)}`,
    closed:
      copy.closed.length > 0
        ? `Not on ${copy.closed.map((date) => dayShort(date, locale)).join(', ')}: closed`
        : '',
    clashes: copy.clashes,
  })
  return {
    studio: { slug },
    tools: planningTools(ctx.studio, viewer.role),
    key: newId(),
    rules,
    values,
    wrong,
    asked: asked.success
      ? { from: asked.data.from, weeks: String(asked.data.weeks), to: asked.data.to }
      : null,
    span: asked.success
      ? `${count(asked.data.weeks, 'week')} from ` +
        `${dayMonthYear(firstOfWeek(asked.data.from, ctx.studio), locale)} to ` +
        `${count(asked.data.weeks, 'week')} from ` +
        `${dayMonthYear(firstOfWeek(asked.data.to, ctx.studio), locale)}.`
      : '',
    copies: preview?.copies.map(words) ?? [],
    left: leftLines(preview?.left ?? []),
  }
}

const fieldErrors = (
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))

/**
 * Makes the ticked copies. 303 to the plan or to the target week, or where there are many to how far
 * it has come; sent twice it is one copy.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, copyForm)
  if (submission.status !== 'success') return invalid(submission)
  const { as, ...form } = submission.value
  const result = await copyTerm(ctx, { ...form, draft: as === 'draft' })
  if (result.state === 'copying') return redirect(paths.manageTermCopy(ctx.studio, form.key), 303)
  const path =
    as === 'draft'
      ? paths.managePublish(ctx.studio)
      : paths.manageClasses(ctx.studio, { from: firstOfWeek(form.to, ctx.studio) })
  return redirectWithFlash(
    app,
    path,
    copiedWords(result).join(' '),
    result.refused.length > 0 ? 'warn' : 'good',
  )
}

export default function CopyTerm() {
  const { studio, tools, key, rules, values, wrong, asked, span, copies, left } =
    useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const errors = Object.values(
    (answer?.result as { error?: Record<string, string[] | null> } | undefined)?.error ?? {},
  )
  const field = (name: 'from' | 'weeks' | 'to') =>
    fieldOfNoForm(name, {
      value: values[name],
      ...(wrong[name] ? { error: wrong[name] } : {}),
      ...(rules[name] ? { rules: rules[name] } : {}),
    })
  return (
    <>
      <BackLink to={paths.manageSchedule(studio)}>Schedule</BackLink>
      <PageHead
        title="Copy a term"
        intro="Repeat weekly classes on the same days and times. You see all dates first."
      />
      <PlanningNav tools={tools} />
      <div className="sections">
        <Form method="get" action={paths.manageCopyTerm(studio)} className="sheet-form two-columns">
          <TextField field={field('from')} label="A day in the first week" type="date" />
          <TextField field={field('weeks')} label="How many weeks" />
          <TextField field={field('to')} label="Start in the week of" type="date" />
          <div className="form-end whole">
            <button type="submit" className="button">
              Preview
            </button>
          </div>
        </Form>
        {asked && (
          <>
            <ErrorSummary
              id="copy"
              errors={errors.flatMap((texts) =>
                (texts ?? []).map((text) => ({ field: null, text })),
              )}
              refusal={answer?.refusal ?? null}
            />
            <Form
              id="copy"
              method="post"
              action={paths.manageCopyTerm(studio, asked)}
              className="sections"
            >
              <HiddenFields values={{ key, ...asked }} />
              <CopiedSeries span={span} copies={copies} left={left} />
              {copies.length > 0 && (
                <>
                  <fieldset className="field">
                    <legend>And then</legend>
                    <label className="choice">
                      <input type="radio" name="as" value="draft" defaultChecked />
                      <span>Save as drafts</span>
                      <small>Only staff see them until you publish them.</small>
                    </label>
                    <label className="choice">
                      <input type="radio" name="as" value="now" />
                      <span>Publish now</span>
                      <small>They appear eight weeks ahead, like every weekly class.</small>
                    </label>
                  </fieldset>
                  <FormEnd sending="Copying…" cancel={paths.manageSchedule(studio)}>
                    Copy selected
                  </FormEnd>
                </>
              )}
            </Form>
          </>
        )}
      </div>
    </>
  )
}
