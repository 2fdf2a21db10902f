import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  type PolicyValues,
  policyFieldNames,
  policyForm,
  rulesOf,
  valuesOf,
} from '#app/domain/calendar/policy-fields.ts'
import { policyRules, weekWords } from '#app/domain/calendar/policy-words.ts'
import { policyPage } from '#app/domain/scheduling/policies/policy-page.server.ts'
import { replayPolicy } from '#app/domain/scheduling/policies/replay-policy.ts'
import { replayWords } from '#app/domain/scheduling/policies/replay-words.ts'
import { savePolicy } from '#app/domain/scheduling/policies/save-policy.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { isStale, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayMonthYear, deadline } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'
import { type PolicyErrors, PolicyForm } from './policy-form.tsx'
import { PolicyReplay } from './policy-replay.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Policy: ${data.values.set}` : 'Policies', { matches })

/** The draft of the address over the current values, and what is wrong with it. */
function draftOf(params: URLSearchParams, was: PolicyValues, currency: string) {
  if (!params.has('cancelHours')) return { values: was, draft: null, errors: {} as PolicyErrors }
  const typed = policyFieldNames.map(
    (name) => [name, (params.get(name) ?? was[name]).slice(0, 60)] as const,
  )
  const own: PolicyValues = {
    ...was,
    ...Object.fromEntries(typed),
    set: was.set,
  }
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value.trim() !== ''))
  const parsed = policyForm(currency).safeParse(given)
  const errors: PolicyErrors = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= [message]
  return { values: own, draft: parsed.success ? rulesOf(parsed.data) : null, errors }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'schedule:read')
  const { searchParams } = app.url
  const page = await policyPage(ctx, (searchParams.get('set') ?? '').slice(0, 60))
  if (!page) throw notFound()
  const { studio } = ctx
  const { current, versions, sets, exempt, range } = page
  const was = valuesOf(current, studio.currency)
  const { values, draft, errors } = draftOf(searchParams, was, studio.currency)
  const { timeZone, locale, currency, weekStart } = studio
  const formats = { timeZone, locale, currency, weekStart }
  const shown = { ...current, ...draft }
  const canWrite = may(viewer.role, 'schedule:write')
  const replay = replayWords(replayPolicy(page.replay, shown), range, formats)
  const day = (instant: string) => dayMonthYear(localDate(instant, studio.timeZone), studio.locale)
  return {
    studio: { slug: studio.slug },
    asks: fieldRules(policyForm(studio.currency)),
    values,
    was,
    weeks: `Weeks run ${weekWords(studio)}, by the date of the class.`,
    errors,
    canWrite,
    drafted: draft !== null,
    version: current.version,
    since: day(current.createdAt),
    place: current.place,
    sets: sets.map(({ name, place, ahead }) => ({ name, place, ahead })),
    // Whose fees would differ is for those who may change the rules.
    replay: {
      ...replay,
      concerned: canWrite
        ? replay.concerned.map((one) => ({
            ...one,
            path: paths.managePerson(studio, one.personId),
          }))
        : [],
      more: canWrite ? replay.more : 0,
    },
    rules: policyRules(shown, formats),
    exempt: exempt.length,
    history: versions.map((one) => ({
      version: one.version,
      when: day(one.createdAt),
      by: one.createdBy,
      rules: policyRules(one, formats).map(({ rule }) => rule),
    })),
  }
}

/** Puts the next version in force. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, policyForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const { set } = submission.value
  const result = await savePolicy(ctx, submission.value)
  if (result.ok) {
    const text =
      `Version ${result.version} applies to ${count(result.classes, 'class', 'classes')} ` +
      'to come. Existing bookings keep theirs.'
    return redirectWithFlash(app, paths.managePolicies(ctx.studio, { set }), text)
  }
  if (result.reason === 'not_found') throw notFound()
  const { by, at } = result.facts
  const when = deadline(at, ctx.studio.timeZone, ctx.studio.locale)
  const sentence =
    `${by} changed this policy at ${when}. Open it again to see the new version; ` +
    'yours is not saved.'
  return refused(submission, { form: [sentence], code: result.reason })
}

type Answered = { initialValue?: Partial<PolicyValues> | null; error?: PolicyErrors | null }

export default function Policies() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, sets, values, was, drafted, version, since, place, canWrite, exempt, history } =
    data
  const answered = answer?.result as Answered | undefined
  // What was typed and refused is in the form; a field that was emptied is not in the answer.
  const typed = answered?.initialValue
    ? {
        ...(Object.fromEntries(Object.keys(was).map((name) => [name, ''])) as PolicyValues),
        ...answered.initialValue,
      }
    : values
  const stale = drafted && values.version !== String(version)
  const newer = stale
    ? ` Version ${version} is newer than your draft: open the policy again before you save.`
    : ''
  const intro = drafted
    ? `Version ${version} since ${since}. This is a draft of version ${version + 1}. Nobody ` +
      `sees it yet.${newer}`
    : `Version ${version} since ${since}${place ? `, for ${place}` : ''}.`
  return (
    <>
      <PageHead
        title={`Policy: ${values.set}`}
        intro={intro}
        actions={
          canWrite && (
            <>
              <Link className="button" to={paths.manageAttendance(studio)}>
                Attendance
              </Link>
              <Link
                className="button"
                to={paths.managePolicyExemptions(studio, { set: values.set })}
              >
                Who is exempt <small>{exempt}</small>
              </Link>
              <Link className="button" to={paths.managePolicyNew(studio)}>
                Add a policy
              </Link>
            </>
          )
        }
      />
      <nav aria-label="Policies">
        <ul className="policy-sets">
          {sets.map(({ name, place: where, ahead }) => (
            <li key={name}>
              <Link
                to={paths.managePolicies(studio, { set: name })}
                aria-current={name === values.set ? 'page' : undefined}
              >
                {name}
                {where && ` (${where})`} <small>{ahead} ahead</small>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="split previewed">
        <div>
          <PolicyForm
            key={`${values.set} ${version}`}
            values={typed}
            was={was}
            weeks={data.weeks}
            stale={stale || isStale(answer)}
            errors={answer ? {} : data.errors}
            rules={data.asks}
            answer={answer}
            readOnly={!canWrite}
            next={version + 1}
          />
          <details className="policy-history">
            <summary>History ({count(history.length, 'version')})</summary>
            <ol>
              {history.map((one) => (
                <li key={one.version}>
                  <h3>
                    Version {one.version}, {one.when}
                    {one.by && `, ${one.by}`}
                  </h3>
                  <p className="soft">{one.rules.join(' ')}</p>
                </li>
              ))}
            </ol>
          </details>
        </div>
        <aside>
          <PolicyReplay replay={data.replay} rules={data.rules} />
        </aside>
      </div>
    </>
  )
}
