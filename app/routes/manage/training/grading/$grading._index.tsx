import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { gradingPage } from '#app/domain/grading/grading-page.server.ts'
import {
  candidateWords,
  certificateNumber,
  isPass,
  resultWords,
  stateWords,
} from '#app/domain/grading/grading-words.ts'
import { requirementWords } from '#app/domain/progression/progress-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count, dayLong, money } from '#app/values/wording.ts'
import { CandidateTable } from './grading-parts/candidate-table.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Grading', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'skills:assess')
  const page = await gradingPage(ctx, params.grading ?? '')
  if (!page) throw notFound()
  const { grading, people } = page
  const { locale, currency, slug } = ctx.studio
  const minor = (n: number) => money(n, currency, locale)
  const rows = people.map((one) => ({
    id: one.id,
    name: one.name,
    group: one.group,
    state: one.state,
    met: one.requirements
      .filter(({ met }) => met)
      .map(requirementWords)
      .join(', '),
    gaps: one.requirements
      .filter(({ met }) => !met)
      .map((gap) => ({
        words: requirementWords(gap),
        need: gap.need,
        have: Math.min(gap.have ?? 0, gap.need),
      })),
    reason: one.overrideReason ? `${one.overrideBy}: ${one.overrideReason}` : '',
    says: one.state ? candidateWords[one.state] : '',
    paid: paidWords(one.state === 'confirmed' && grading.feeMinor > 0, one.paid === 1),
    result: one.result ? resultWords[one.result] : '',
    passed: isPass(one.result),
    certificate: one.certificate ? certificateNumber(one.certificate) : '',
  }))
  const asks = rows.filter(({ state }) => state === null || state === 'overridden')
  const toInvite = asks.filter(({ group }) => group !== 'not_yet')
  const coming = rows.filter(({ state }) => state === 'confirmed')
  return {
    studio: { slug },
    writes: may(viewer.role, 'gradings:write'),
    id: grading.id,
    title: `Grading for ${grading.level}`,
    state: grading.state,
    stateWords: stateWords[grading.state],
    intro: [
      `${dayLong(grading.onDate, locale)}, ${grading.startsAt}`,
      grading.place,
      grading.panelNames && `graded by ${grading.panelNames}`,
    ]
      .filter(Boolean)
      .join(', '),
    rows,
    sum: {
      eligible: asks.filter(({ group }) => group === 'eligible').length,
      overridden: asks.filter(({ group }) => group === 'overridden').length,
      invite: toInvite.length,
      coming: coming.length,
      graded: coming.filter(({ result }) => result).length,
      passed: coming.filter(({ passed }) => passed).length,
    },
    fee: grading.feeMinor > 0 ? minor(grading.feeMinor) : '',
    fees: minor(grading.feeMinor * toInvite.length),
    day: dayLong(grading.onDate, locale),
    answerBy: dayLong(grading.answerBy, locale),
  }
}

const paidWords = (charged: boolean, paid: boolean): string => {
  if (!charged) return ''
  return paid ? 'paid' : 'to pay'
}

type GradingData = Awaited<ReturnType<typeof loader>>

export default function Grading() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, title, rows, sum, writes, state } = data
  const planned = state === 'draft' || state === 'open'
  return (
    <>
      <BackLink to={paths.manageGradings(studio)}>Grading</BackLink>
      <PageHead
        title={
          <>
            {title} <Label text={data.stateWords} tone={state === 'published' ? 'good' : 'line'} />
          </>
        }
        intro={data.intro}
        actions={
          <>
            {writes && planned && (
              <Link className="button quiet" to={paths.manageGradingAct(studio, id, 'edit')}>
                Change
              </Link>
            )}
            <a
              className="button quiet"
              href={paths.manageGradingAct(studio, id, 'people.csv')}
              download
            >
              Export CSV
            </a>
          </>
        }
      />
      <div className="grading">
        <div>
          <h2>
            {sum.eligible + sum.overridden + rows.length === 0
              ? 'Nobody holds the level before'
              : `${rows.filter((row) => row.group === 'eligible').length} of ${rows.length} are eligible, ${rows.filter((row) => row.group === 'overridden').length} more are overridden`}
          </h2>
          <CandidateTable data={data} />
          <p className="muted">
            Classes and skills are counted to today since each person reached the level before, days
            and age to the day of the grading.
          </p>
        </div>
        {writes && <Steps data={data} />}
      </div>
    </>
  )
}

/** What the next press does, before it is pressed. */
function Steps({ data }: { data: GradingData }) {
  const { studio, id, state, sum, fee } = data
  const step = (act: string, label: string, primary = true) => (
    <Form method="post" action={paths.manageGradingAct(studio, id, 'step')}>
      <button
        type="submit"
        name="act"
        value={act}
        className={primary ? 'button primary' : 'button'}
      >
        {label}
      </button>
    </Form>
  )
  return (
    <aside className="grading-panel" aria-label="Next step">
      {(state === 'draft' || state === 'open') && sum.invite > 0 && (
        <>
          <h2>
            {count(sum.invite, 'person gets', 'people get')} an invitation
            {fee && ` with a ${fee} fee`}, to answer by {data.answerBy}.
          </h2>
          <dl>
            <dt>Eligible</dt>
            <dd>{sum.eligible}</dd>
            <dt>Overridden with a reason</dt>
            <dd>{sum.overridden}</dd>
            {fee && (
              <>
                <dt>Fees if all come</dt>
                <dd>{data.fees}</dd>
              </>
            )}
          </dl>
          <ul>
            <li>Accepting books their place and charges the fee.</li>
            <li>If you decline someone, they get the fee back.</li>
            <li>Nobody sees a result until you publish.</li>
            <li>The new level is dated {data.day}, whenever results are entered.</li>
          </ul>
          {step('invite', `Invite ${count(sum.invite, 'person', 'people')}`)}
        </>
      )}
      {state === 'open' && (
        <>
          <h2>{count(sum.coming, 'person is', 'people are')} coming.</h2>
          <p>On the day, begin the grading. After that nobody is invited or answers any more.</p>
          {step('begin', 'Begin grading', sum.invite === 0)}
        </>
      )}
      {state === 'locked' && (
        <>
          <h2>
            {sum.graded} of {sum.coming} have a result, {sum.passed} passed.
          </h2>
          <p>
            Publishing promotes {count(sum.passed, 'person', 'people')} as of {data.day}, numbers
            their certificates and emails everyone.
          </p>
          {sum.graded === sum.coming && sum.coming > 0 ? (
            step('publish', 'Publish results')
          ) : (
            <p>Enter every result first. Choose a name to open its score sheet.</p>
          )}
        </>
      )}
      {state === 'published' && (
        <p>
          Published. {sum.passed} were promoted as of {data.day}.
        </p>
      )}
      {state === 'draft' && sum.invite === 0 && (
        <p>Nobody is eligible yet. Let someone in with a reason, or wait.</p>
      )}
    </aside>
  )
}
